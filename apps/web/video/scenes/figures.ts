import './figures.css'
import { site } from '@doorman/content/site'
import { box, pose } from '../dom.ts'
import { chapters } from '../script.ts'
import { entrance, progress, linear } from '../timing.ts'
import { countHours } from './clock.ts'
import { countPitches } from './filling.ts'

const { filling, clock, phone } = chapters
const { secondsEach } = site.video.figures

/** When the third figure replaces the second. */
const yearFrom = clock + 1.75

const figures = [
  { from: filling + 0.5, to: clock + 0.2, value: countPitches, label: 'cold emails per day' },
  { from: clock + 0.3, to: yearFrom, value: () => secondsEach, label: 'seconds each' },
  { from: yearFrom + 0.1, to: phone + 0.3, value: countHours, label: 'hours per year' },
]

/** Large figures, one after the other in the same place. */
export function createFigures() {
  const blocks = figures.map(({ label }) => {
    const figure = box('figure-value')
    return { figure, element: box('figure', figure, box('figure-words', label)) }
  })
  return {
    element: box('layer', ...blocks.map(({ element }) => element)),
    draw(at: number) {
      figures.forEach(({ from, to, value }, index) => {
        const block = blocks[index]
        if (!block) return
        block.figure.textContent = String(value(at))
        const { y, opacity } = entrance(at, from)
        const leave = progress(at, to - 0.35, to, linear)
        pose(block.element, { y: y - 48 * leave ** 2, opacity: opacity * (1 - leave) })
      })
    },
  }
}
