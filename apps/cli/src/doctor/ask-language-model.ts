import { createLanguageModel } from '@doorman/classifier/language-model/language-model'
import { prepareMail } from '@doorman/classifier/local/prepare-mail'
import { toKnownFacts, toMessage, type MailRecord } from '@doorman/classifier/mail-record'
import type { LanguageModelConfig } from '@doorman/runtime/language-model-config'
import type { Wire } from '@doorman/runtime/mail-access'
import { findCode, toFailure, type Failure } from './failure.ts'

export type ModelAnswer =
  | { readonly kind: 'answered' }
  /** The endpoint is there and gives no answer that we could use. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'useless' }

/** Nobody's mail, made up for this. */
const record: MailRecord = {
  id: 'doctor',
  subject: 'Pallets for your warehouse',
  body: 'We sell pallets to firms like yours. Could we talk for ten minutes on Thursday?',
}

/** Asks what the product would ask about a doubtful mail, as the product would. */
export async function askLanguageModel(
  { fetch, clock }: Wire,
  config: LanguageModelConfig,
): Promise<ModelAnswer | Failure> {
  const prepared = prepareMail(toMessage(record), toKnownFacts(record), 'full')
  if (prepared.kind === 'skipped') throw new Error('The mail for trials is not judged')
  const seen: (ModelAnswer | Failure)[] = []
  const model = createLanguageModel({
    ...config,
    wait: (ms, signal) => clock.sleep(ms, signal),
    // It tells its caller why it failed in one word, and an operator wants to know more.
    fetch: async (input, init) => {
      try {
        const response = await fetch(input, init)
        const { ok, status } = response
        seen.push(ok ? { kind: 'useless' } : { kind: 'refused', status })
        return response
      } catch (error) {
        seen.push(toFailure(findCode(error) ?? 'network'))
        throw error
      }
    },
  })
  const outcome = await model.ask(prepared.mail)
  if (outcome.kind === 'answer') return { kind: 'answered' }
  return seen.at(-1) ?? toFailure(outcome.failure)
}
