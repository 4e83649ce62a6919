import { drawing } from './dom.ts'

/** The envelope of `app/ui/mark.tsx`; in the end its line is the film's own. */
export const envelope =
  'M5 15.5V7.5A1.5 1.5 0 0 1 6.5 6h11A1.5 1.5 0 0 1 19 7.5v8M5.5 7l6.5 5.5L18.5 7'

export function createMark(): SVGSVGElement {
  return drawing('mark', envelope, 'M2.5 18.5h19')
}

/** Pixels to a unit of the mark at the end, which is drawn on a square of 24. */
export const endUnit = 15
export const endCorner = { x: 316, y: 202 }

/** Where the mark's line lies at the end. Its ends are round and reach a unit further. */
export const endLine = {
  x: endCorner.x + 1.5 * endUnit,
  y: endCorner.y + 17.5 * endUnit,
  width: 21 * endUnit,
  height: 2 * endUnit,
}
