import type { Category, Decision, SenderReason } from './decide.ts'
import { lessonReasons, type LessonReason } from './learning.ts'
import { signals as signalWords, type Signal } from './signals.ts'

/** Why a message was left where it is though nobody judged it. */
export type UnjudgedReason =
  | 'appeal'
  | 'not-in-inbox'
  | 'long-there'
  | 'gone'
  | 'could-not-be-checked'

type KeepReason = Extract<Decision, { outcome: 'keep' }>['reason'] | UnjudgedReason

const kept: Readonly<Record<KeepReason, string>> = {
  'own-address': 'It came from one of your own addresses.',
  internal: 'It came from your own organisation.',
  'known-contact': 'You have written to this sender or their organisation before.',
  whitelisted: 'The sender’s domain is on your whitelist, and the mail really came from there.',
  'restored-sender': 'You trust this sender.',
  reply: 'It answers a mail of yours.',
  'service-notification': 'It is a notification from a service.',
  receipt: 'It is a receipt, an invoice or an order.',
  calendar: 'It is an invitation, or an answer to one.',
  'mailing-list': 'It came through a mailing list, or is a newsletter.',
  automatic: 'It was sent automatically, as an out-of-office note is.',
  'too-little-text': 'It says too little to be judged.',
  'common-contact': 'Somebody you have written to is in the conversation.',
  'not-cold': 'It does not look like cold outreach.',
  unsure: 'It may be cold outreach, but not surely enough. In doubt, mail stays.',
  'allowed-type': 'It is of a kind that you want to receive.',
  appeal: 'The sender answered our reply and said that you have met.',
  'not-in-inbox': 'It had left the inbox before we looked at it.',
  'long-there': 'It had been in your mailbox for more than 30 days.',
  gone: 'It was deleted before we looked at it.',
  'could-not-be-checked': 'It could not be checked.',
}

export const keepReasons = Object.keys(kept)

const kinds: Readonly<Record<Category, string>> = {
  sales: 'a sales pitch',
  recruiter: 'a recruiter’s mail',
  investor: 'an investor’s mail',
  other: 'cold outreach',
}

export type Explained = {
  readonly outcome: Decision['outcome']
  /** As it was recorded, perhaps by a version that knew others. */
  readonly reason: string
  readonly category: Category | null
  readonly signals: readonly Signal[]
  readonly lessons: readonly LessonReason[]
}

/** What was done with a message and why, in a sentence or two of ours. It never quotes the mail. */
export function toReasoning(decision: Explained): string {
  const { outcome, reason } = decision
  if (outcome === 'keep') return isKeepReason(reason) ? kept[reason] : 'It was left alone.'
  const why = isForSender(reason) ? forSender[reason] : toEvidence(decision)
  return outcome === 'observe' ? `${why} ${onlyWatched}` : why
}

/** What spoke for the verdict, strongest first, in words. */
export function toSignalWords(names: readonly Signal[]): string[] {
  // A version before or after this one may know others.
  return names.filter((name) => Object.hasOwn(signalWords, name)).map((name) => signalWords[name])
}

const forSender: Readonly<Record<SenderReason, string>> = {
  'blocked-sender': 'You reported mail of this sender as spam.',
  'follow-up': 'Other mail of this sender in the same conversation was filtered.',
}
const onlyWatched = 'This account is only watched, so it stayed in the inbox.'
const mostTold = 3

function toEvidence({ category, signals, lessons }: Explained): string {
  const told = toSignalWords(signals).slice(0, mostTold).map(toClause)
  const looks = `It looks like ${kinds[category ?? 'other']}`
  const because = told.length > 0 ? `${looks}: it ${toList(told)}.` : `${looks}.`
  const lesson = lessons.find((name) => name.endsWith('-reported'))
  return lesson && Object.hasOwn(lessonReasons, lesson)
    ? `${because} ${lessonReasons[lesson]}.`
    : because
}

function toClause(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function toList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function isForSender(reason: string): reason is SenderReason {
  return Object.hasOwn(forSender, reason)
}

function isKeepReason(reason: string): reason is KeepReason {
  return Object.hasOwn(kept, reason)
}
