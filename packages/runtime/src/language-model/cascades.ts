import { createCascade } from '@doorman/classifier/cascade'
import type { Classifier } from '@doorman/classifier/classifier'
import { createModelBudget } from '@doorman/classifier/language-model/budget'
import { createLanguageModel } from '@doorman/classifier/language-model/language-model'
import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import type { LanguageModelConfig } from '../config/language-model-config.ts'
import type { NetworkTransport } from '../mail/transport.ts'
import { createUsageCounter } from './usage-counter.ts'

/**
 * Makes the classifier for a user whose plan includes the language model. Each user has a daily
 * budget, and all users share another.
 */
export function createCascades({
  db,
  local,
  config,
  transport,
}: {
  readonly db: Db
  readonly local: Classifier
  readonly config: LanguageModelConfig
  readonly transport: NetworkTransport
}): (userId: UserId) => Classifier {
  const { limits, price, ...settings } = config
  const languageModel = createLanguageModel({
    ...settings,
    fetch: transport.fetch,
    wait: (ms, signal) => transport.clock.sleep(ms, signal),
  })
  const counter = createUsageCounter(db)
  return (userId) =>
    createCascade({
      local,
      languageModel,
      budget: createModelBudget({ counter, user: userId, limits, price, now: transport.clock.now }),
    })
}
