import { isUnsure, type Verdict } from '../screening/verdict.ts'
import { normaliseAddress } from '../mail/email-address.ts'
import type { Lesson, Lessons } from './lessons.ts'
import { toOrganisation } from '../mail/organisation.ts'
import type { KeepReason } from '../screening/keep-rules.ts'
import { thresholds } from '../screening/thresholds.ts'

/** Why a user's earlier actions shift a verdict, with the sentence that people read. */
export const lessonReasons = {
  'sender-restored': 'You restored an email from this sender',
  'sender-reported': 'You reported this sender before',
  'domain-restored': 'You restored emails from others at this domain',
  'domain-reported': 'You reported others at this domain',
  'category-restored': 'You often restore emails of this kind',
  'category-reported': 'You often report emails of this kind',
  'request-restored': 'You often restore emails that ask for the same thing',
  'request-reported': 'You often report emails that ask for the same thing',
} as const satisfies Record<`${Subject}-${LessonAction}`, string>

export type LessonReason = keyof typeof lessonReasons

/** How far a user's lessons shift a verdict, and why, strongest reason first. */
export type Offset = {
  /** From -10 to 6. */
  readonly logOdds: number
  readonly reasons: readonly LessonReason[]
}

/**
 * A verdict with the sender it is about, and the keep reason if a rule keeps the message anyway.
 */
export type JudgedMessage = {
  readonly sender: string | null
  readonly keepReason: KeepReason | null
  readonly verdict: Verdict
}

type LessonAction = Lesson['action']
type Subject = 'sender' | 'domain' | 'category' | 'request'

/**
 * How many actions it takes to have an effect, the weight of each from then on, and the maximum.
 */
type Strength = { readonly from: number; readonly each: number; readonly max: number }

/**
 * In log-odds. One restore is enough, also for the sender's colleagues, because a lost message
 * costs more than a missed pitch. Two reports are enough to filter an unsure message of the same
 * sender; colleagues are affected only if several were reported. Categories and requests need
 * lessons from several organisations, and shift a verdict only a little.
 */
const strengths: Readonly<Record<Subject, Readonly<Record<LessonAction, Strength>>>> = {
  sender: { restored: { from: 1, each: 10, max: 10 }, reported: { from: 1, each: 3, max: 6 } },
  domain: { restored: { from: 1, each: 1, max: 2 }, reported: { from: 2, each: 1, max: 2 } },
  category: {
    restored: { from: 3, each: 0.25, max: 1 },
    reported: { from: 3, each: 0.25, max: 0.5 },
  },
  request: {
    restored: { from: 3, each: 0.25, max: 1 },
    reported: { from: 3, each: 0.25, max: 0.5 },
  },
}
const minLogOdds = -10
const maxLogOdds = 6

export function toOffset(lessons: Lessons, { sender, keepReason, verdict }: JudgedMessage): Offset {
  if (sender === null || keepReason !== null) return { logOdds: 0, reasons: [] }
  const address = normaliseAddress(sender)
  const organisation = toOrganisation(address)
  const withOrganisation = lessons.map((lesson) => ({
    ...lesson,
    organisation: toOrganisation(lesson.sender),
  }))
  const colleagues = withOrganisation.filter(
    (lesson) => lesson.organisation === organisation && lesson.sender !== address,
  )
  const sameKind = withOrganisation.filter(({ category }) => category === verdict.category)
  const sameRequest = withOrganisation.filter(({ signals }) =>
    signals.some((request) => verdict.signals.includes(request)),
  )

  const weights = [
    weigh('sender', toRun(withOrganisation.filter((lesson) => lesson.sender === address))),
    weigh('domain', toBalance(colleagues, 'sender')),
    weigh('category', toBalance(sameKind, 'organisation')),
    weigh('request', toBalance(sameRequest, 'organisation')),
  ]
  const sum = weights.reduce((total, { logOdds }) => total + logOdds, 0)
  return {
    logOdds: Math.min(maxLogOdds, Math.max(minLogOdds, sum)),
    reasons: weights
      .filter(({ logOdds }) => logOdds !== 0)
      .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds))
      .map(({ reason }) => reason),
  }
}

/**
 * Lessons can lower any score, and then nothing is beyond doubt any more: the language model that
 * confirmed the verdict knew nothing of the user's lessons. They can raise the score of an unsure verdict only, and only to the
 * threshold at which the message is filtered, never to the one at which it gets a smart response.
 */
export function applyLessons(verdict: Verdict, { logOdds }: Offset): Verdict {
  const { category, score } = verdict
  if (logOdds < 0)
    return { ...verdict, score: Math.min(score, shift(score, logOdds)), isConfirmed: false }
  if (logOdds === 0 || !isUnsure(verdict)) return verdict
  return { ...verdict, score: Math.min(thresholds[category].filter, shift(score, logOdds)) }
}

type LessonOfOrganisation = Lesson & { readonly organisation: string }

/**
 * How many of the newest lessons have the same action: positive for reports, negative for restores.
 */
function toRun(newestFirst: Lessons): number {
  const last = newestFirst[0]?.action
  const end = newestFirst.findIndex(({ action }) => action !== last)
  const length = end === -1 ? newestFirst.length : end
  return last === 'reported' ? length : -length
}

/** How many senders or organisations were last reported, minus those last restored. */
function toBalance(
  newestFirst: readonly LessonOfOrganisation[],
  each: 'sender' | 'organisation',
): number {
  const groups = [...Map.groupBy(newestFirst, (lesson) => lesson[each]).values()]
  return groups.reduce((balance, [last]) => balance + (last?.action === 'reported' ? 1 : -1), 0)
}

function weigh(subject: Subject, balance: number): { logOdds: number; reason: LessonReason } {
  const action = balance > 0 ? 'reported' : 'restored'
  const { from, each, max } = strengths[subject][action]
  const size = Math.min(max, each * Math.max(0, Math.abs(balance) - from + 1))
  return { logOdds: Math.sign(balance) * size, reason: `${subject}-${action}` }
}

/**
 * Scores are limited to 0.001 and 0.999: log-odds of 0 and 1 are infinite and would never shift.
 */
const maxScore = 0.999

function shift(score: number, logOdds: number): number {
  const bounded = Math.min(maxScore, Math.max(1 - maxScore, score))
  return 1 / (1 + Math.exp(-logOdds) * ((1 - bounded) / bounded))
}
