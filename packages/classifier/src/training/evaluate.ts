import { thresholds } from '@doorman/domain/screening/thresholds'
import { writeFileSync } from 'node:fs'
import { loadDictionaries, loadLocalModel, loadModelData } from '../load-local-model.ts'
import { toName } from '../model/feature-key.ts'
import { toFeatures } from '../model/features.ts'
import { claimsHistoryOrPraise } from '../model/local-model.ts'
import { toScore } from '../model/score.ts'
import { calibrateWithoutFolds, type Calibrations } from './calibrate-languages.ts'
import { toErrorLimits } from './choose-thresholds.ts'
import { toExamples, type Example } from './examples.ts'
import type { JudgedExample } from './figures.ts'
import { toModelCard } from './model-card.ts'
import { predictOutOfFold, type OutOfFoldPrediction } from './out-of-fold.ts'
import {
  frozenSources,
  lateSources,
  readCollectedMessages,
  readWrittenMessages,
  type LabelledMessage,
} from './read-corpus.ts'
import { readInboxes } from './read-inboxes.ts'
import { runBaselines } from './baseline-filters.ts'
import { dropRareWords } from './vocabulary.ts'

// npm run evaluate: measures the shipped model on the frozen authors and on whole inboxes, and
// models trained in the same way on authors and collections they have not seen. Writes
// docs/model-card.md.

const cardFile = new URL('../../../../docs/model-card.md', import.meta.url)

const written = readWrittenMessages()
const collected = readCollectedMessages()
const frozen = written.filter(({ source }) => frozenSources.includes(source))
const dictionaries = loadDictionaries()
const notFrozen = written.filter((message) => !frozen.includes(message))
const trainedOn = dropRareWords(await toExamples([...notFrozen, ...collected], dictionaries))

const model = loadLocalModel()
const data = loadModelData()

const card = toModelCard({
  data,
  trainedOn,
  frozen: await judgeAll(frozen.filter(({ source }) => !lateSources.includes(source))),
  late: await judgeAll(frozen.filter(({ source }) => lateSources.includes(source))),
  leftOut: judgeLeftOut(predictOutOfFold(trainedOn)),
  inboxes: (await readInboxes()).map(({ name, received }) => ({
    name,
    judgements: received.map((message) => ({ verdict: message && model.judge(message) })),
  })),
  baselines: runBaselines(frozen),
})
writeFileSync(cardFile, card)
console.log(card)

async function judgeAll(messages: readonly LabelledMessage[]): Promise<JudgedExample[]> {
  return (await toExamples(messages, dictionaries)).all.map(judge)
}

function judge({ message, view, judgeable }: Example): JudgedExample {
  return { message, view, verdict: judgeable && model.judge(judgeable) }
}

/** Uses the shipped thresholds, and for each fold the limits fitted on the other folds. */
function judgeLeftOut(predictions: readonly OutOfFoldPrediction[]): JudgedExample[] {
  const calibrations = calibrateWithoutFolds(predictions, toErrorLimits(thresholds))
  return predictions.map((one) => toJudged(one, calibrations.get(one.fold) ?? data.calibration))
}

function toJudged(
  { example, logit, category }: OutOfFoldPrediction,
  calibration: Calibrations,
): JudgedExample {
  const { message, view, judgeable } = example
  if (logit === null || judgeable === null) return { message, view, verdict: null }
  const score = toScore(logit, judgeable.facts, calibration)
  const { signals } = toFeatures(judgeable, dictionaries, toName)
  const claims = claimsHistoryOrPraise(signals)
  return {
    message,
    view,
    verdict: { category, score, signals: [], claimsHistoryOrPraise: claims },
  }
}
