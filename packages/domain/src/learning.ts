import { isUnsure, type Verdict } from './decide.ts'
import { normaliseAddress } from './email-address.ts'
import type { Lesson, Lessons } from './lessons.ts'
import { toOrganisation } from './organisation.ts'
import type { SkipReason } from './skip-rules.ts'
import { thresholds } from './thresholds.ts'

/** What the user's own acts say about a mail, as people are told. */
export const lessonReasons = {
  'sender-restored': 'You put mail of this sender back',
  'sender-reported': 'You reported mail of this sender',
  'domain-restored': 'You put mail of others at this domain back',
  'domain-reported': 'You reported others at this domain',
  'category-restored': 'You often put mail of this kind back',
  'category-reported': 'You often report mail of this kind',
  'wish-restored': 'You often put mail back that wants the same',
  'wish-reported': 'You often report mail that wants the same',
} as const satisfies Record<`${Subject}-${Act}`, string>

export type LessonReason = keyof typeof lessonReasons

/** How far a user's lessons move a verdict, and why, the strongest reason first. */
export type Offset = {
  /** From -10 to 6. */
  readonly logOdds: number
  readonly reasons: readonly LessonReason[]
}

/** Whom a verdict is about, and whether a skip rule leaves the mail alone whatever the verdict. */
export type JudgedMail = {
  readonly sender: string | null
  readonly skipReason: SkipReason | null
  readonly verdict: Verdict
}

type Act = Lesson['act']
type Subject = 'sender' | 'domain' | 'category' | 'wish'

/** From how many acts on there is something to say, how much each of them says, and all of them together. */
type Strength = { readonly from: number; readonly each: number; readonly most: number }

/**
 * In log-odds. A restore is believed at once and speaks for the sender's
 * colleagues too, for a lost mail costs more than a pitch. Two reports settle any
 * doubt about a sender, but colleagues suffer only when several were reported. A
 * kind of mail is learned from several organisations, and then only a little.
 */
const strengths: Readonly<Record<Subject, Readonly<Record<Act, Strength>>>> = {
  sender: { restored: { from: 1, each: 10, most: 10 }, reported: { from: 1, each: 3, most: 6 } },
  domain: { restored: { from: 1, each: 1, most: 2 }, reported: { from: 2, each: 1, most: 2 } },
  category: {
    restored: { from: 3, each: 0.25, most: 1 },
    reported: { from: 3, each: 0.25, most: 0.5 },
  },
  wish: {
    restored: { from: 3, each: 0.25, most: 1 },
    reported: { from: 3, each: 0.25, most: 0.5 },
  },
}
const lowest = -10
const highest = 6

export function toOffset(lessons: Lessons, { sender, skipReason, verdict }: JudgedMail): Offset {
  if (sender === null || skipReason !== null) return { logOdds: 0, reasons: [] }
  const address = normaliseAddress(sender)
  const organisation = toOrganisation(address)
  const taught = lessons.map((lesson) => ({
    ...lesson,
    organisation: toOrganisation(lesson.sender),
  }))
  const colleagues = taught.filter(
    (lesson) => lesson.organisation === organisation && lesson.sender !== address,
  )
  const sameKind = taught.filter(({ category }) => category === verdict.category)
  const sameWish = taught.filter(({ signals }) =>
    signals.some((wish) => verdict.signals.includes(wish)),
  )

  const weights = [
    weigh('sender', toRun(taught.filter((lesson) => lesson.sender === address))),
    weigh('domain', toBalance(colleagues, 'sender')),
    weigh('category', toBalance(sameKind, 'organisation')),
    weigh('wish', toBalance(sameWish, 'organisation')),
  ]
  const sum = weights.reduce((total, { logOdds }) => total + logOdds, 0)
  return {
    logOdds: Math.min(highest, Math.max(lowest, sum)),
    reasons: weights
      .filter(({ logOdds }) => logOdds !== 0)
      .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds))
      .map(({ reason }) => reason),
  }
}

/**
 * Lessons can lower any verdict. They can raise one only out of doubt and just
 * far enough to set the mail aside: never so far that it would be answered.
 */
export function applyLessons(verdict: Verdict, { logOdds }: Offset): Verdict {
  const { category, score } = verdict
  if (logOdds < 0) return { ...verdict, score: Math.min(score, shift(score, logOdds)) }
  if (logOdds === 0 || !isUnsure(verdict)) return verdict
  return { ...verdict, score: Math.min(thresholds[category].filter, shift(score, logOdds)) }
}

type TaughtLesson = Lesson & { readonly organisation: string }

/** How often the newest act came in a row: the user's last act wins. Reports count up, restores down. */
function toRun(newestFirst: Lessons): number {
  const last = newestFirst[0]?.act
  const end = newestFirst.findIndex(({ act }) => act !== last)
  const length = end === -1 ? newestFirst.length : end
  return last === 'reported' ? length : -length
}

/** How many more were last reported than restored. Each counts once, however much mail they sent. */
function toBalance(newestFirst: readonly TaughtLesson[], each: 'sender' | 'organisation'): number {
  const groups = [...Map.groupBy(newestFirst, (lesson) => lesson[each]).values()]
  return groups.reduce((balance, [last]) => balance + (last?.act === 'reported' ? 1 : -1), 0)
}

function weigh(subject: Subject, balance: number): { logOdds: number; reason: LessonReason } {
  const act = balance > 0 ? 'reported' : 'restored'
  const { from, each, most } = strengths[subject][act]
  const size = Math.min(most, each * Math.max(0, Math.abs(balance) - from + 1))
  return { logOdds: Math.sign(balance) * size, reason: `${subject}-${act}` }
}

/** No verdict is so sure that the user could not overrule it. */
const surest = 0.999

function shift(score: number, logOdds: number): number {
  const sure = Math.min(surest, Math.max(1 - surest, score))
  return 1 / (1 + Math.exp(-logOdds) * ((1 - sure) / sure))
}
