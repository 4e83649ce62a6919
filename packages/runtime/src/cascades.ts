import { createCascade } from '@doorman/classifier/cascade'
import type { Classifier } from '@doorman/classifier/classifier'
import { createBudget } from '@doorman/classifier/language-model/budget'
import { createLanguageModel } from '@doorman/classifier/language-model/language-model'
import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import type { LanguageModelConfig } from './language-model-config.ts'
import type { Wire } from './mail-access.ts'
import { createUsageCounter } from './usage-counter.ts'

/** The judge for one user whose plan has a second opinion, each within the budget of the day. */
export function createCascades({
  db,
  local,
  config,
  wire,
}: {
  readonly db: Db
  readonly local: Classifier
  readonly config: LanguageModelConfig
  readonly wire: Wire
}): (userId: UserId) => Classifier {
  const { limits, price, ...settings } = config
  const languageModel = createLanguageModel({
    ...settings,
    fetch: wire.fetch,
    wait: (ms, signal) => wire.clock.sleep(ms, signal),
  })
  const counter = createUsageCounter(db)
  return (userId) =>
    createCascade({
      local,
      languageModel,
      budget: createBudget({ counter, user: userId, limits, price, now: wire.clock.now }),
      mayAsk: () => true,
    })
}
