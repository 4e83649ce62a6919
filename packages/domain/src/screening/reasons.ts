import { lessonReasons, type LessonReason } from '../learning/verdict-offset.ts'
import type { Category } from './categories.ts'
import { keepRules, type KeepReason } from './keep-rules.ts'
import type { SenderReason } from './sender-facts.ts'
import { signals as signalWords, type Signal } from './signals.ts'

export type FilterReason = 'cold-outreach' | SenderReason

/** Every reason for a decision. The keep reasons are the rows of keep-rules.ts. */
export type Reason = KeepReason | FilterReason

const keepSentences = new Map<string, string>(
  keepRules.map(({ reason, sentence }) => [reason, sentence]),
)

const senderSentences: Readonly<Record<SenderReason, string>> = {
  'blocked-sender': 'You reported an email from this sender as spam.',
  // Does not say that the earlier email was moved: it may have been observed, or have stayed.
  'follow-up': 'It follows another cold email from this sender.',
}

const kinds: Readonly<Record<Category, string>> = {
  sales: 'a sales pitch',
  recruiter: 'a recruiter’s email',
  investor: 'an investor’s email',
  other: 'cold outreach',
}

/**
 * A decision as it is stored. An older or newer version may have stored reasons that we don't know.
 */
export type Explained = {
  readonly outcome: 'keep' | 'observe' | 'filter'
  readonly reason: string
  readonly category: Category | null
  readonly signals: readonly Signal[]
  readonly lessons: readonly LessonReason[]
  /** A contact form sent it. The sender is the address that the visitor typed into the form. */
  readonly viaContactForm?: boolean
}

/** What happened to a message and why, in a sentence or two. Never quotes the message. */
export function toReasoning(decision: Explained): string {
  const { outcome, reason } = decision
  if (outcome === 'keep') return keepSentences.get(reason) ?? 'We left it in your inbox.'
  const why = isSenderReason(reason) ? toSenderSentence(reason, decision) : toEvidence(decision)
  return outcome === 'observe' ? `${why} Observing: nothing was moved.` : why
}

/** A message that is filtered because of its sender has no signals, so the sentence names the form. */
function toSenderSentence(reason: SenderReason, { viaContactForm }: Explained): string {
  const sentence = senderSentences[reason]
  return viaContactForm ? `${sentence} It ${toClause(signalWords['contact-form'])}.` : sentence
}

/** The signals in words, in the order given. Leaves out those that this version doesn't know. */
export function toSignalWords(names: readonly Signal[]): string[] {
  return names.filter((name) => Object.hasOwn(signalWords, name)).map((name) => signalWords[name])
}

const maxSignalsInSentence = 3

function toEvidence({ category, signals, lessons }: Explained): string {
  const clauses = toSignalWords(signals).slice(0, maxSignalsInSentence).map(toClause)
  const looks = `It looks like ${kinds[category ?? 'other']}`
  const because = clauses.length > 0 ? `${looks}: it ${toList(clauses)}.` : `${looks}.`
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

function isSenderReason(reason: string): reason is SenderReason {
  return Object.hasOwn(senderSentences, reason)
}
