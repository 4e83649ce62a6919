import { writeFileSync } from 'node:fs'
import { loadLocalModel, loadModelData } from '../load-local-model.ts'
import { toExamples, type Example } from './examples.ts'
import type { JudgedExample } from './figures.ts'
import { toProbability } from './logistic-regression.ts'
import { toModelCard } from './model-card.ts'
import { predictOutOfFold, type OutOfFoldPrediction } from './out-of-fold.ts'
import { frozenSources, readCollectedMessages, readWrittenMessages } from './read-corpus.ts'
import { readInboxes } from './read-inboxes.ts'
import { runBaselines } from './baseline-filters.ts'

// npm run evaluate: measures the shipped model on the frozen authors and on whole inboxes, and
// models trained in the same way on authors and collections they have not seen. Writes
// docs/model-card.md.

const cardFile = new URL('../../../../docs/model-card.md', import.meta.url)

const written = readWrittenMessages()
const collected = readCollectedMessages()
const frozen = written.filter(({ source }) => frozenSources.includes(source))
const trainedOn = await toExamples([
  ...written.filter((message) => !frozen.includes(message)),
  ...collected,
])

const model = loadLocalModel()
const data = loadModelData()

const card = toModelCard({
  data,
  trainedOn,
  frozen: (await toExamples(frozen)).all.map(judge),
  leftOut: predictOutOfFold(trainedOn).map(toJudged),
  inboxes: (await readInboxes()).map(({ name, received }) => ({
    name,
    judgements: received.map((message) => ({ verdict: message && model.judge(message) })),
  })),
  baselines: runBaselines(frozen),
})
writeFileSync(cardFile, card)
console.log(card)

function judge({ message, view, judgeable }: Example): JudgedExample {
  return { message, view, verdict: judgeable && model.judge(judgeable) }
}

function toJudged({
  example: { message, view },
  logit,
  category,
}: OutOfFoldPrediction): JudgedExample {
  const { withFacts, wordsAlone } = data.calibration
  const { slope, shift } = view === 'with-facts' ? withFacts : wordsAlone
  const verdict = logit === null ? null : { category, score: toProbability(slope * logit + shift) }
  return { message, view, verdict: verdict && { ...verdict, signals: [] } }
}
