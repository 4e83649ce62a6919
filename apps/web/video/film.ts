import '../app/app-pages.css'
import './film.css'
import { createPanel } from './panel.ts'
import { createClock } from './scenes/clock.ts'
import { createEnding } from './scenes/ending.ts'
import { createFigures } from './scenes/figures.ts'
import { createFilling } from './scenes/filling.ts'
import { createMetBefore } from './scenes/met-before.ts'
import { createPhone } from './scenes/phone.ts'
import { createSorting } from './scenes/sorting.ts'
import { createFloor, createThreshold } from './threshold.ts'

const filling = createFilling()
const figures = createFigures()
const clock = createClock()
const phone = createPhone()
const sorting = createSorting()
const metBefore = createMetBefore()
const ending = createEnding()
const floor = createFloor()
const threshold = createThreshold()
const panel = createPanel(
  filling.element,
  clock.element,
  phone.inPanel,
  floor.element,
  sorting.inPanel,
)

document.body.append(
  panel.element,
  threshold.element,
  figures.element,
  phone.element,
  sorting.element,
  metBefore.element,
  ending.element,
)

/** Shows the frame at a second. A frame depends on its time only, not on earlier frames. */
function seek(second: number): void {
  for (const part of [
    panel,
    floor,
    threshold,
    filling,
    figures,
    clock,
    phone,
    sorting,
    metBefore,
    ending,
  ])
    part.draw(second)
}

Object.assign(window, { seek })
seek(0)
