import { writeFileSync } from 'node:fs'
import { loadDictionaries, loadLocalModel, loadModelData } from '../load-local-model.ts'
import { toFeatures } from '../model/features.ts'
import { looksInvented } from '../model/local-model.ts'
import { toScore } from '../model/score.ts'
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
  leftOut: predictOutOfFold(trainedOn).map(toJudged),
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

function toJudged({ example, logit, category }: OutOfFoldPrediction): JudgedExample {
  const { message, view, judgeable } = example
  if (logit === null || judgeable === null) return { message, view, verdict: null }
  const score = toScore(logit, judgeable.facts, data.calibration)
  const isInvented = looksInvented(toFeatures(judgeable, dictionaries).signals)
  const verdict = { category, score, signals: [], looksInvented: isInvented }
  return { message, view, verdict }
}
