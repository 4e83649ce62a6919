import { drawing } from './dom.ts'

/** The envelope of `app/ui/basics/mark.tsx`. The line below it is the film's threshold. */
export const envelope =
  'M5 15.5V7.5A1.5 1.5 0 0 1 6.5 6h11A1.5 1.5 0 0 1 19 7.5v8M5.5 7l6.5 5.5L18.5 7'

export function createMark(): SVGSVGElement {
  return drawing('mark', envelope, 'M2.5 18.5h19')
}

/** Pixels per unit of the mark in the last scene. The mark is drawn on a 24 × 24 grid. */
export const endUnit = 15
export const endCorner = { x: 316, y: 202 }

/** Position of the mark's line in the last scene. Its round ends reach a unit further. */
export const endLine = {
  x: endCorner.x + 1.5 * endUnit,
  y: endCorner.y + 17.5 * endUnit,
  width: 21 * endUnit,
  height: 2 * endUnit,
}
