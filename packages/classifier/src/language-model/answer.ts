import { categories, type Verdict } from '@doorman/domain/decide'
import type { Signal } from '@doorman/domain/signals'
import { thresholds } from '@doorman/domain/thresholds'
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
 * All a language model may say. The reason comes first, so that a model which
 * writes word by word settles why before it settles what.
 */
export const answerSchema = z.strictObject({
  reason: z.enum([...coldReasons, ...legitReasons]),
  cold: z.boolean(),
  confidence: z.number().min(0).max(1),
  category: z.enum(categories),
})

export type Answer = Readonly<z.infer<typeof answerSchema>>

const longestAnswer = 1_000

/** The answer, or `null` for anything that is not exactly one: prose, a further key, a reason that contradicts it. */
export function findAnswer(text: string): Answer | null {
  if (text.length > longestAnswer) return null
  const parsed = answerSchema.safeParse(findJson(withoutCodeFence(text)))
  return parsed.success && isColdReason(parsed.data) === parsed.data.cold ? parsed.data : null
}

const leastConfidence = 0.5
/** Only the local model, which no mail can talk to, may be certain enough for an automatic reply. */
const belowCertain = 0.001

/** What the local model believes after a second opinion. A hesitant "cold" changes nothing: the doubt stays, and the mail. */
export function toVerdict(answer: Answer, local: Verdict): Verdict {
  const signals = toSignals(answer, local)
  if (!answer.cold) {
    return { ...local, score: Math.min(local.score, 1 - answer.confidence), signals }
  }
  if (answer.confidence < leastConfidence) return local
  const { filter, certain } = thresholds[answer.category]
  const score = Math.min(Math.max(answer.confidence, filter), certain - belowCertain)
  return { category: answer.category, score, signals }
}

/** What the local model saw spoke for its own verdict: after an answer that turns it, only the answer's reason is told. */
function toSignals({ reason, cold }: Answer, local: Verdict): readonly Signal[] {
  const agreed = cold === local.score >= 0.5 ? local.signals : []
  if (reason === 'unclear') return agreed
  return [reason, ...agreed.filter((signal) => signal !== reason)]
}

function isColdReason({ reason }: Answer): boolean {
  return coldReasons.some((cold) => cold === reason)
}

/** Many models wrap JSON in a Markdown block when the endpoint does not hold them to the schema. */
function withoutCodeFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('```') || !trimmed.endsWith('```')) return trimmed
  return trimmed.slice(3, -3).replace(/^json/, '')
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A model's bad answer is an outcome, not an error: `undefined` fits no schema.
    return undefined
  }
}
