import './filling.css'
import { box, pose } from '../dom.ts'
import { panelAt } from '../panel.ts'
import { chapters, keptMails, pitches, type Mail } from '../script.ts'
import { progress, settle, steady } from '../timing.ts'

const { filling, clock } = chapters
const rowHeight = 148
const headHeight = 116

/** The first come one by one, so that they can be read; then they pour in. */
const arrivals = pitches.map(
  (_, index) => filling + 0.9 + 2.8 * progress(index, 0, pitches.length - 1, (x) => x ** 0.62),
)

/** How many pitches have come. */
export function countPitches(at: number): number {
  return arrivals.filter((arrival) => arrival <= at).length
}

/** New mail pushes older mail down, and what matters out of sight. */
export function createFilling() {
  const rows = [...keptMails.map(toRow), ...pitches.map(toRow)]
  const times = [...keptMails.map(() => -1), ...arrivals]
  const head = box('list-head', 'Inbox')
  const element = box('layer', ...rows, head)
  return {
    element,
    draw(at: number) {
      const { x, y } = panelAt(at)
      pose(element, { opacity: 1 - progress(at, clock - 0.1, clock + 0.25, steady) })
      pose(head, { x, y })
      rows.forEach((row, index) => {
        const shares = times.map((time) => progress(at, time, time + 0.42, settle))
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

function toRow({ from, subject }: Mail): HTMLElement {
  return box(
    'list-row',
    box('dot'),
    box('list-words', box('list-from', from), box('list-subject', subject)),
  )
}
