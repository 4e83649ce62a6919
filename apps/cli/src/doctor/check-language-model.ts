import type { LanguageModelConfig } from '@doorman/runtime/language-model-config'
import { askLanguageModel, type ModelAnswer } from './ask-language-model.ts'
import type { Failure } from './failure.ts'
import { broken, look, off, ok, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'

const subject = 'Language model'

/** Whatever is wrong here, mail is still judged: by the local model alone. */
export async function checkLanguageModel(
  { languageModel }: Settings,
  { wire }: Probes,
): Promise<Finding[]> {
  if ('wrong' in languageModel) return [broken(subject, languageModel.wrong)]
  const config = languageModel.value
  if (config === null)
    return [off(subject, 'none: the local model judges alone, and no mail leaves this machine')]
  return [judge(config, await askLanguageModel(wire, config))]
}

function judge({ endpoint, model }: LanguageModelConfig, answer: ModelAnswer | Failure): Finding {
  const who = `${model} at ${new URL(endpoint.baseUrl).host}`
  switch (answer.kind) {
    case 'answered':
      return ok(subject, `${who} answers, and may be asked`)
    case 'useless':
      return broken(
        subject,
        `${who} answers, but not in the form that we ask for`,
        'Take a model that follows a JSON schema.',
      )
    case 'refused':
      return broken(subject, `${who} refuses us (${answer.status})`, toHelp(answer.status))
    case 'failed':
      return answer.isLate
        ? look(
            subject,
            `${who}: ${answer.why}`,
            'A model that is only loading answers the second time.',
          )
        : broken(subject, `${who}: ${answer.why}`, 'Look at AI_BASE_URL.')
  }
}

function toHelp(status: number): string {
  if (status === 401 || status === 403) return 'Look at AI_API_KEY.'
  if (status === 404) return 'Look at AI_MODEL and AI_BASE_URL.'
  if (status === 402 || status === 429) return 'Look at the limits and the money of that account.'
  return 'Look at AI_MODEL, and at what the endpoint says in its own log.'
}
