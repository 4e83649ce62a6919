import { box } from './dom.ts'
import { endLine } from './mark.ts'
import { closing, panelAt, setAsideAt } from './panel.ts'
import { chapters } from './script.ts'
import { smoothstep, progress, shapeAt, linear, type Motion } from './timing.ts'

const { sorting, metBefore, ending } = chapters

type Shape = Record<'x' | 'y' | 'width' | 'height' | 'opacity', number>

/** When the line passes over the emails. */
export const scan = { from: sorting + 1.1, to: sorting + 3.2 }

/** The line passes over the emails, then becomes the edge of the tray, the doorstep and the mark's line. */
const motion: Motion<Shape> = {
  first: { x: 120, y: 186, width: 1680, height: 6, opacity: 0 },
  changes: [
    { from: scan.from - 0.2, to: scan.from, into: { opacity: 1 }, ease: linear },
    { ...scan, into: { y: 979 }, ease: smoothstep },
    { ...closing, into: { y: 868 } },
    { from: metBefore, to: metBefore + 1, into: { x: 0, y: 537, width: 1920 } },
    { from: ending, to: ending + 1, into: endLine },
  ],
}

export function thresholdAt(at: number): Shape {
  return shapeAt(motion, at)
}

/** The lobby: the darker area below the line. */
export function createFloor() {
  const element = box('floor')
  return {
    element,
    draw(at: number) {
      element.style.top = `${Math.round(thresholdAt(at).y) + 3}px`
      element.style.opacity = String(progress(at, setAsideAt, setAsideAt + 0.4, linear))
    },
  }
}

export function createThreshold() {
  const element = box('threshold')
  return {
    element,
    draw(at: number) {
      const { x, y, width, height, opacity } = thresholdAt(at)
      const inset = at < ending ? cornerInset(at, y + height) : 0
      Object.assign(element.style, {
        left: `${x + inset}px`,
        top: `${y}px`,
        width: `${width - 2 * inset}px`,
        height: `${height}px`,
        opacity: String(opacity),
      })
    },
  }
}

/** How far the panel's round corner reaches in at a height of the frame. */
function cornerInset(at: number, bottom: number): number {
  const { y, height, radius } = panelAt(at)
  const above = Math.max(0, radius - (y + height - bottom))
  return radius - Math.sqrt(radius ** 2 - Math.min(radius, above) ** 2)
}
