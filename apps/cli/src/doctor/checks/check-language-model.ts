import type { LanguageModelConfig } from '@doorman/runtime/config/language-model-config'
import { askLanguageModel, type LanguageModelAnswer } from '../probes/ask-language-model.ts'
import type { ProbeFailure } from '../probe-failure.ts'
import { broken, needsAttention, off, ok, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'

const subject = 'Language model'

/** If the language model fails, the local model judges alone. */
export async function checkLanguageModel(
  { languageModel }: Settings,
  { transport }: Probes,
): Promise<Finding[]> {
  if ('problem' in languageModel) return [broken(subject, languageModel.problem)]
  const config = languageModel.value
  if (config === null)
    return [
      off(subject, 'not set up: the local model judges alone, and no email leaves this machine'),
    ]
  return [judge(config, await askLanguageModel(transport, config))]
}

function judge(
  { endpoint, model }: LanguageModelConfig,
  answer: LanguageModelAnswer | ProbeFailure,
): Finding {
  const name = `${model} at ${new URL(endpoint.baseUrl).host}`
  switch (answer.kind) {
    case 'answered':
      return ok(subject, `${name} answers`)
    case 'unusable':
      return broken(
        subject,
        `${name} answers, but not in the required format`,
        'Use a model that follows a JSON schema.',
      )
    case 'refused':
      return broken(
        subject,
        `${name} refuses the request (${answer.status})`,
        toAdvice(answer.status),
      )
    case 'failed':
      return answer.isTimeout
        ? needsAttention(
            subject,
            `${name}: ${answer.reason}`,
            'If the model was still loading, run doctor again.',
          )
        : broken(subject, `${name}: ${answer.reason}`, 'Check AI_BASE_URL.')
  }
}

function toAdvice(status: number): string {
  if (status === 401 || status === 403) return 'Check AI_API_KEY.'
  if (status === 404) return 'Check AI_MODEL and AI_BASE_URL.'
  if (status === 402 || status === 429) return 'Check the limits and the balance of that account.'
  return 'Check AI_MODEL and the log of the endpoint.'
}
