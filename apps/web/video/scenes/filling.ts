import './filling.css'
import { box, pose } from '../dom.ts'
import { panelAt } from '../panel.ts'
import { chapters, keptEmails, pitches, type Email } from '../script.ts'
import { progress, easeOut, linear } from '../timing.ts'

const { filling, clock } = chapters
const rowHeight = 148
const headHeight = 116

/** The first pitches arrive slowly enough to be read, the others faster. */
const arrivals = pitches.map(
  (_, index) => filling + 0.9 + 2.8 * progress(index, 0, pitches.length - 1, (x) => x ** 0.62),
)

/** How many pitches have arrived. */
export function countPitches(at: number): number {
  return arrivals.filter((arrival) => arrival <= at).length
}

/** New emails push older ones down, and the important ones out of sight. */
export function createFilling() {
  const rows = [...keptEmails.map(toRow), ...pitches.map(toRow)]
  const times = [...keptEmails.map(() => -1), ...arrivals]
  const head = box('list-head', 'Inbox')
  const element = box('layer', ...rows, head)
  return {
    element,
    draw(at: number) {
      const { x, y } = panelAt(at)
      pose(element, { opacity: 1 - progress(at, clock - 0.1, clock + 0.25, linear) })
      pose(head, { x, y })
      rows.forEach((row, index) => {
        const shares = times.map((time) => progress(at, time, time + 0.42, easeOut))
        const above = shares.slice(index + 1).reduce((sum, share) => sum + share, 0)
        const here = shares[index] ?? 0
        pose(row, {
          x,
          y: y + headHeight + (above + here - 1) * rowHeight,
          opacity: above > 7 ? 0 : here,
        })
      })
    },
  }
}

function toRow({ from, subject }: Email): HTMLElement {
  return box(
    'list-row',
    box('dot'),
    box('list-words', box('list-from', from), box('list-subject', subject)),
  )
}
