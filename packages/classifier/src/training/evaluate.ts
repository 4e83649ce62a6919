import { writeFileSync } from 'node:fs'
import { loadLocalModel, loadModelData } from '../load-local-model.ts'
import { toExamples, type Example } from './examples.ts'
import type { Judgement } from './figures.ts'
import { toProbability } from './logistic-regression.ts'
import { toModelCard } from './model-card.ts'
import { toOpinions, type Opinion } from './out-of-fold.ts'
import { frozenSources, readRealMail, readWrittenMail } from './read-corpus.ts'
import { readInboxes } from './read-inboxes.ts'
import { askRivals } from './rivals.ts'

// npm run evaluate: what the shipped model says of the frozen hands and of whole inboxes, and
// what models trained in the same way say of hands and collections they have not seen. Writes
// docs/model-card.md.

const cardFile = new URL('../../../../docs/model-card.md', import.meta.url)

const written = readWrittenMail()
const real = readRealMail()
const frozen = written.filter(({ source }) => frozenSources.includes(source))
const known = toExamples([...written.filter((mail) => !frozen.includes(mail)), ...real])

const model = loadLocalModel()
const data = loadModelData()

const card = toModelCard({
  data,
  trainedOn: known,
  frozen: toExamples(frozen).all.map(judgeByModel),
  leftOut: toOpinions(known).map(judgeByOpinion),
  inboxes: readInboxes().map(({ name, received }) => ({
    name,
    judgements: received.map((mail) => ({ verdict: mail && model.judge(mail) })),
  })),
  rivals: askRivals(frozen),
})
writeFileSync(cardFile, card)
console.log(card)

function judgeByModel({ mail, view, judgeable }: Example): Judgement {
  return { mail, view, verdict: judgeable && model.judge(judgeable) }
}

function judgeByOpinion({ example: { mail, view }, sum, category }: Opinion): Judgement {
  const { withFacts, wordsAlone } = data.calibration
  const { slope, shift } = view === 'with-facts' ? withFacts : wordsAlone
  const verdict = sum === null ? null : { category, score: toProbability(slope * sum + shift) }
  return { mail, view, verdict: verdict && { ...verdict, signals: [] } }
}
