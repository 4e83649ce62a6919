import { deservesSecondOpinion } from '@doorman/domain/decide'
import type { Classifier } from './classifier.ts'
import { toVerdict } from './language-model/answer.ts'
import type { Budget } from './language-model/budget.ts'
import type { LanguageModel } from './language-model/language-model.ts'

/** How often the second opinion was needed (`unsure` of `seen`), asked for and given. */
export type CascadeUsage = {
  readonly seen: number
  readonly unsure: number
  readonly asked: number
  readonly answered: number
  readonly failed: number
}

export type Cascade = Classifier & { readonly usage: CascadeUsage }

/**
 * The local model always; a language model only where that is not beyond doubt, the plan
 * has it and the budget lasts. Whatever goes wrong there, the local verdict stands.
 */
export function createCascade({
  local,
  languageModel,
  budget,
  mayAsk,
}: {
  readonly local: Classifier
  readonly languageModel: LanguageModel
  readonly budget: Budget
  /** Whether the user's plan has a second opinion. */
  readonly mayAsk: () => boolean
}): Cascade {
  const usage = { seen: 0, unsure: 0, asked: 0, answered: 0, failed: 0 }

  return {
    usage,
    async classify(mail) {
      usage.seen++
      const verdict = await local.classify(mail)
      if (!deservesSecondOpinion(verdict)) return verdict
      usage.unsure++
      if (!mayAsk()) return verdict
      const reservation = await budget.reserve(languageModel.mostTokens(mail))
      if (reservation === 'over-budget') return verdict
      usage.asked++
      const outcome = await languageModel.ask(mail)
      await reservation.settle(outcome.tokens)
      if (outcome.kind === 'failed') {
        usage.failed++
        return verdict
      }
      usage.answered++
      return toVerdict(outcome.answer, verdict)
    },
  }
}
