import './sorting.css'
import { site } from '@doorman/content/site'
import { productName } from '@doorman/domain/brand'
import { box, setColdness, pose } from '../dom.ts'
import { createMark } from '../mark.ts'
import { closing, panelAt, setAsideAt } from '../panel.ts'
import { chapters, coldEmails, keptEmails, type ColdEmail, type Email } from '../script.ts'
import { scan, thresholdAt } from '../threshold.ts'
import { entrance, mix, presence, progress, easeOut, linear } from '../timing.ts'

const { sorting, metBefore } = chapters
const rowHeight = 112
const headHeight = 104
const headline = site.hero.title

type Row = {
  readonly element: HTMLElement
  readonly subject: HTMLElement
  /** Position among all rows (`slot`), and among the rows that stay or leave (`rank`). */
  readonly slot: number
  readonly rank: number
  readonly cold: { readonly reason: HTMLElement; readonly badge: HTMLElement } | null
}

/** The line passes over the emails, shows the reasons, and the cold ones leave for the tray. */
export function createSorting() {
  const rows = coldEmails.flatMap((email, rank) => [
    toRow(email, 2 * rank, rank),
    ...keptEmails.slice(rank, rank + 1).map((kept) => toRow(kept, 2 * rank + 1, rank)),
  ])
  const head = box('inbox-head', 'Inbox')
  const count = box('tray-count')
  const tray = box('tray', createMark(), count, box('tray-note', 'set aside, never deleted'))
  const title = box('headline', headline)
  const inPanel = box('layer', ...rows.map(({ element }) => element), head, tray)
  return {
    inPanel,
    element: box('layer', title),
    draw(at: number) {
      const panel = panelAt(at)
      const corner = { x: Math.max(120, panel.x), y: panel.y }
      pose(inPanel, { opacity: presence(at, sorting, metBefore + 0.35, 0.35) })
      pose(head, corner)
      for (const row of rows) drawRow(row, at, corner)
      count.textContent = `${productName} · ${countAside(at)}`
      pose(tray, {
        x: 120,
        y: thresholdAt(at).y,
        opacity: progress(at, setAsideAt + 0.7, setAsideAt + 1.2, linear),
      })
      const { y, opacity } = entrance(at, setAsideAt + 1.1)
      const leave = progress(at, metBefore - 0.15, metBefore + 0.25, linear)
      pose(title, { y, opacity: opacity * (1 - leave) })
    },
  }
}

function drawRow(
  { element, subject, slot, rank, cold }: Row,
  at: number,
  { x, y: top }: { readonly x: number; readonly y: number },
): void {
  const come = progress(at, sorting + 0.05 + 0.05 * slot, sorting + 0.65 + 0.05 * slot, easeOut)
  const place = (index: number) => top + headHeight + index * rowHeight
  if (!cold) {
    const index = mix(slot, rank, progress(at, closing.from, closing.to))
    pose(element, { x, y: place(index) + 40 * (1 - come), opacity: come })
    return
  }
  const judged = judgedShare(slot, at)
  const leaves = leavesAt(rank)
  const gone = progress(at, leaves, leaves + 0.5)
  setColdness(element, judged)
  subject.style.opacity = String(1 - progress(judged, 0, 0.5, linear))
  pose(cold.reason, { x: 24 * (1 - easeOut(judged)), opacity: progress(judged, 0.5, 1, linear) })
  pose(cold.badge, { scale: 0.9 + 0.1 * easeOut(judged), opacity: judged })
  pose(element, {
    x: x + 160 * gone,
    y: place(slot) + 40 * (1 - come),
    opacity: come * (1 - progress(at, leaves + 0.05, leaves + 0.4, linear)),
  })
}

/** How far the line has passed over a row. */
function judgedShare(slot: number, at: number): number {
  if (at < scan.from) return 0
  const seen = Math.min(at, scan.to)
  const centre = panelAt(seen).y + headHeight + (slot + 0.5) * rowHeight
  return progress(thresholdAt(seen).y - centre, -30, 40, linear)
}

function leavesAt(rank: number): number {
  return setAsideAt + 0.09 * rank
}

function countAside(at: number): number {
  return coldEmails.filter((_, rank) => leavesAt(rank) + 0.35 <= at).length
}

function toRow(email: Email | ColdEmail, slot: number, rank: number): Row {
  const subject = box('row-subject', email.subject)
  const words = box('row-words', subject)
  const element = box('row', box('dot'), box('row-from', email.from), words)
  if (!('reason' in email)) return { element, subject, slot, rank, cold: null }
  const reason = box('row-reason', email.reason)
  const badge = box('badge cold-badge', `cold ${email.percent}%`)
  words.append(reason)
  element.append(badge)
  return { element, subject, slot, rank, cold: { reason, badge } }
}
