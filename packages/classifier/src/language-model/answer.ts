import { categories } from '@doorman/domain/screening/categories'
import type { Verdict } from '@doorman/domain/screening/verdict'
import type { Signal } from '@doorman/domain/screening/signals'
import { thresholds } from '@doorman/domain/screening/thresholds'
import * as z from 'zod'

export const coldReasons = [
  'offers-a-service',
  'asks-for-a-call',
  'recruits',
  'sells-staff',
  'offers-capital',
  'wants-to-buy-the-company',
  'seeks-investment',
  'seeks-a-partnership',
  'wants-a-link',
  'pitches-a-story',
  'sells-visibility',
  'pretends-to-reply',
  'bumps',
  'first-contact',
] as const satisfies readonly Signal[]

const reasonsToKeep = [
  'asks-to-buy',
  'continues-a-conversation',
  'about-an-order',
  'works-together',
  'introduces-others',
  'applies',
  'reports-a-problem',
  'asks-for-advice',
  'is-personal',
  'is-official',
  'writes-in-bulk',
] as const satisfies readonly Signal[]

export const legitReasons = [...reasonsToKeep, 'unclear'] as const

/**
 * The only answer that a language model may give. `reason` comes first: a model writes token by
 * token, so it names the reason before it decides.
 */
export const answerSchema = z.strictObject({
  reason: z.enum([...coldReasons, ...legitReasons]),
  cold: z.boolean(),
  confidence: z.number().min(0).max(1),
  category: z.enum(categories),
})

export type Answer = Readonly<z.infer<typeof answerSchema>>

const maxAnswerChars = 1_000

/**
 * Parses an answer. `null` for anything else: prose, an extra key, a reason that contradicts
 * `cold`.
 */
export function findAnswer(text: string): Answer | null {
  if (text.length > maxAnswerChars) return null
  const parsed = answerSchema.safeParse(findJson(withoutCodeFence(text)))
  return parsed.success && isColdReason(parsed.data) === parsed.data.cold ? parsed.data : null
}

const minColdConfidence = 0.5
/**
 * Keeps a language model's score below the threshold for a smart response, because a message could
 * persuade the model. The local model cannot be persuaded and may reach that threshold.
 */
const marginBelowCertain = 0.001

/**
 * The local verdict, corrected by a language model's answer. A "cold" with low confidence changes
 * nothing: the message stays unsure, and so stays in the inbox.
 */
export function toVerdict(answer: Answer, local: Verdict): Verdict {
  const signals = toSignals(answer, local)
  if (!answer.cold) {
    return { ...local, score: Math.min(local.score, 1 - answer.confidence), signals }
  }
  if (answer.confidence < minColdConfidence) return local
  const { filter, certain } = thresholds[answer.category]
  const score = Math.min(Math.max(answer.confidence, filter), certain - marginBelowCertain)
  return { category: answer.category, score, signals, isConfirmed: answer.confidence >= certain }
}

/**
 * Local signals explain the local verdict. If the answer contradicts it, only the answer's
 * reason is shown.
 */
function toSignals({ reason, cold }: Answer, local: Verdict): readonly Signal[] {
  const agreed = cold === local.score >= 0.5 ? local.signals : []
  if (reason === 'unclear') return agreed
  return [reason, ...agreed.filter((signal) => signal !== reason)]
}

function isColdReason({ reason }: Answer): boolean {
  return coldReasons.some((cold) => cold === reason)
}

/** Many models wrap JSON in a Markdown code block if the endpoint does not enforce the schema. */
function withoutCodeFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed
  return trimmed.slice(3, -3).replace(/^json/, '')
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON is an expected answer, not an error: `undefined` fails the schema.
    return undefined
  }
}
