import { box } from './dom.ts'
import { chapters } from './script.ts'
import { shapeAt, linear, type Motion } from './timing.ts'

const { filling, clock, phone, sorting, metBefore, ending } = chapters

/** When the cold emails start to leave, and when the inbox closes the gaps. */
export const setAsideAt = sorting + 4.8
export const closing = { from: setAsideAt + 0.4, to: setAsideAt + 1.4 }

type Shape = Record<'x' | 'y' | 'width' | 'height' | 'radius' | 'border' | 'opacity', number>

/** The panel of the film: an inbox, a clock, a phone, the inbox again, and finally the whole frame. */
const motion: Motion<Shape> = {
  first: { x: 960, y: 240, width: 840, height: 1100, radius: 36, border: 2, opacity: 0 },
  changes: [
    { from: filling, to: filling + 0.8, into: { y: 130, opacity: 1 } },
    {
      from: clock,
      to: clock + 0.9,
      into: { x: 1160, y: 220, width: 640, height: 640, radius: 320, border: 4 },
    },
    {
      from: phone,
      to: phone + 0.9,
      into: { x: 1200, y: 150, width: 600, height: 1180, radius: 104, border: 6 },
    },
    {
      from: sorting - 0.3,
      to: sorting + 0.6,
      into: { x: 120, y: 84, width: 1680, height: 912, radius: 36, border: 2 },
    },
    { ...closing, into: { y: 430, height: 560 } },
    {
      from: metBefore,
      to: metBefore + 1,
      into: { x: -40, y: -40, width: 2000, height: 1160, radius: 0 },
    },
    { from: ending, to: ending + 0.5, into: { opacity: 0 }, ease: linear },
  ],
}

export function panelAt(at: number): Shape {
  return shapeAt(motion, at)
}

/** The content has the coordinates of the whole frame and is clipped to the panel. */
export function createPanel(...content: readonly Element[]) {
  const view = box('panel-view', ...content)
  const element = box('panel', view)
  return {
    element,
    draw(at: number) {
      const shape = panelAt(at)
      const [x, y] = [Math.round(shape.x), Math.round(shape.y)]
      const border = Math.round(shape.border)
      Object.assign(element.style, {
        left: `${x}px`,
        top: `${y}px`,
        width: `${Math.round(shape.width)}px`,
        height: `${Math.round(shape.height)}px`,
        borderRadius: `${shape.radius}px`,
        borderWidth: `${border}px`,
        opacity: String(shape.opacity),
      })
      view.style.transform = `translate(${-x - border}px, ${-y - border}px)`
    },
  }
}
