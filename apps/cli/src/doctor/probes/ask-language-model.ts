import { findJudgeable, readLater } from '@doorman/classifier/judge-message'
import { toSenderFacts, toMessage, type MessageRecord } from '@doorman/classifier/message-record'
import type { LanguageModelConfig } from '@doorman/runtime/config/language-model-config'
import type { NetworkTransport } from '@doorman/runtime/mail/transport'
import { findErrorCode, toProbeFailure, type ProbeFailure } from '../probe-failure.ts'

export type LanguageModelAnswer =
  | { readonly kind: 'answered' }
  /** The endpoint answered with an error status. */
  | { readonly kind: 'refused'; readonly status: number }
  /** It answered, but not in the required format. */
  | { readonly kind: 'unusable' }

/** An invented email. */
const sample: MessageRecord = {
  id: 'doctor',
  subject: 'Pallets for your warehouse',
  body: 'We sell pallets to firms like yours. Could we talk for ten minutes on Thursday?',
}

/** Sends the same request as for an email that the local model is unsure about. */
export async function askLanguageModel(
  { fetch, clock }: NetworkTransport,
  config: LanguageModelConfig,
): Promise<LanguageModelAnswer | ProbeFailure> {
  const message = toMessage(sample)
  const judgeable = await findJudgeable(
    message,
    toSenderFacts(sample, message),
    readLater(message, 'full'),
  )
  if (judgeable === null) throw new Error('A keep rule applies to the sample message')
  const { createLanguageModel } = await import('@doorman/classifier/language-model/language-model')
  const answers: (LanguageModelAnswer | ProbeFailure)[] = []
  const model = createLanguageModel({
    ...config,
    wait: (ms, signal) => clock.sleep(ms, signal),
    // The language model reports failures in one word. The operator needs the status or error code.
    fetch: async (input, init) => {
      try {
        const response = await fetch(input, init)
        const { ok, status } = response
        answers.push(ok ? { kind: 'unusable' } : { kind: 'refused', status })
        return response
      } catch (error) {
        answers.push(toProbeFailure(findErrorCode(error) ?? 'network'))
        throw error
      }
    },
  })
  const outcome = await model.ask(judgeable)
  if (outcome.kind === 'answer') return { kind: 'answered' }
  return answers.at(-1) ?? toProbeFailure(outcome.failure)
}
