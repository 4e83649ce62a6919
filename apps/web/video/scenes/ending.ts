import './ending.css'
import { site } from '@doorman/content/site'
import { productName } from '@doorman/domain/brand'
import { box, drawing, pose } from '../dom.ts'
import { endCorner, endLine, endUnit, envelope } from '../mark.ts'
import { chapters } from '../script.ts'
import { entrance, progress, easeOut } from '../timing.ts'

const { ending } = chapters
const promises = site.hero.note.split(/(?<=\.) /)

/** The line becomes part of the mark, and the envelope rises from behind it. */
export function createEnding() {
  const mark = drawing('end-mark', envelope)
  mark.style.width = mark.style.height = `${24 * endUnit}px`
  const slot = box('end-slot', mark)
  Object.assign(slot.style, {
    left: `${endCorner.x}px`,
    top: `${endCorner.y}px`,
    width: `${24 * endUnit}px`,
    height: `${endLine.y - endCorner.y}px`,
  })
  const name = box('end-name', productName)
  const lines = promises.map((promise) => box('end-line', promise))
  return {
    element: box('layer', slot, name, box('end-lines', ...lines)),
    draw(at: number) {
      const risen = progress(at, ending + 0.75, ending + 1.55, easeOut)
      pose(mark, { y: 13 * endUnit * (1 - risen), opacity: risen > 0 ? 1 : 0 })
      const named = ending + 0.95
      pose(name, {
        x: 40 * (1 - progress(at, named, named + 0.8, easeOut)),
        opacity: progress(at, named, named + 0.5, easeOut),
      })
      lines.forEach((line, index) => pose(line, entrance(at, ending + 1.6 + 0.35 * index)))
    },
  }
}
