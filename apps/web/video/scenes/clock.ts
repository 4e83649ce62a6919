import './clock.css'
import { site } from '@doorman/content/site'
import { box, pose, svgElement } from '../dom.ts'
import { chapters } from '../script.ts'
import { smoothstep, progress, linear } from '../timing.ts'

const { clock, phone } = chapters
const { secondsEach, hoursPerYear } = site.video.figures
const centre = { x: 1480, y: 540 }
const quarter = { from: clock + 0.8, to: clock + 1.55 }
const year = { from: clock + 1.95, to: clock + 3.1 }

/** How many of the yearly hours are lit. */
export function countHours(at: number): number {
  return Math.round(hoursPerYear * progress(at, year.from, year.to, smoothstep))
}

/** The hand passes over fifteen seconds, then once around the face, which stands for a day. */
export function createClock() {
  const face = svgElement('svg', { class: 'clock', viewBox: '-320 -320 640 640' })
  const sector = svgElement('path', { class: 'clock-sector' })
  const hours = Array.from({ length: hoursPerYear }, (_, hour) => toHour(hour))
  const ticks = Array.from({ length: 12 }, (_, tick) => toTick(tick))
  const hand = svgElement('line', { class: 'clock-hand', x1: '0', y1: '0', x2: '0', y2: '-168' })
  face.append(
    sector,
    ...ticks,
    ...hours,
    hand,
    svgElement('circle', { class: 'clock-hub', r: '14' }),
  )
  face.style.left = `${centre.x - 320}px`
  face.style.top = `${centre.y - 320}px`
  return {
    element: box('layer', face),
    draw(at: number) {
      const seconds = secondsEach * progress(at, quarter.from, quarter.to, smoothstep)
      const round = progress(at, year.from, year.to, smoothstep)
      const sectorLeft = 1 - progress(at, year.from - 0.25, year.from + 0.1, linear)
      const turn = (seconds / 60) * sectorLeft + round
      sector.setAttribute('d', toSector(seconds / 60))
      sector.style.opacity = String(sectorLeft)
      hand.setAttribute('transform', `rotate(${(360 * turn).toFixed(3)})`)
      hours.forEach((hour, index) => {
        const lit = progress(round * hoursPerYear, index, index + 1, linear)
        hour.style.setProperty('--cold-share', `${(lit * 100).toFixed(1)}%`)
        hour.style.opacity = String(1 - sectorLeft)
      })
      for (const tick of ticks) tick.style.opacity = String(sectorLeft)
      pose(face, {
        opacity:
          progress(at, clock + 0.5, clock + 0.9, linear) *
          (1 - progress(at, phone - 0.1, phone + 0.2, linear)),
      })
    },
  }
}

function toTick(tick: number): SVGLineElement {
  return svgElement('line', {
    class: 'clock-tick',
    y1: '-284',
    y2: '-256',
    transform: `rotate(${30 * tick})`,
  })
}

function toHour(hour: number): SVGCircleElement {
  const angle = (2 * Math.PI * (hour + 1)) / hoursPerYear
  return svgElement('circle', {
    class: 'clock-hour',
    cx: (244 * Math.sin(angle)).toFixed(2),
    cy: (-244 * Math.cos(angle)).toFixed(2),
    r: '22',
  })
}

/** A sector from twelve o'clock that covers a share of the face. Works for shares below a half. */
function toSector(share: number): string {
  const angle = 2 * Math.PI * share
  const [x, y] = [(320 * Math.sin(angle)).toFixed(2), (-320 * Math.cos(angle)).toFixed(2)]
  return `M0 0V-320A320 320 0 0 1 ${x} ${y}Z`
}
