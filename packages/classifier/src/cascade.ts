import { deservesSecondOpinion } from '@doorman/domain/screening/verdict'
import type { Classifier } from './classifier.ts'
import { toVerdict } from './language-model/answer.ts'
import type { ModelBudget } from './language-model/budget.ts'
import type { LanguageModel } from './language-model/language-model.ts'

/**
 * Asks the local model first, and a language model only about messages on which the local model is
 * not certain. The local verdict is final if the budget is used up or the language model fails.
 */
export function createCascade({
  local,
  languageModel,
  budget,
}: {
  readonly local: Classifier
  readonly languageModel: LanguageModel
  readonly budget: ModelBudget
}): Classifier {
  return {
    async classify(message) {
      const verdict = await local.classify(message)
      if (!deservesSecondOpinion(verdict)) return verdict
      const reservation = await budget.reserve(languageModel.maxTokens(message))
      if (reservation === 'over-budget') return verdict
      const outcome = await languageModel.ask(message)
      await reservation.recordUse(outcome.tokens)
      return outcome.kind === 'failed' ? verdict : toVerdict(outcome.answer, verdict)
    },
  }
}
