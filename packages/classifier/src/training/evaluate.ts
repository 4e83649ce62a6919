import { writeFileSync } from 'node:fs'
import { loadLocalModel, loadModelData } from '../load-local-model.ts'
import type { Calibration } from '../local/model-data.ts'
import { toExamples, type Example } from './examples.ts'
import type { Viewed } from './figures.ts'
import { toProbability } from './logistic-regression.ts'
import { toModelCard } from './model-card.ts'
import { toOpinions, type Opinion } from './out-of-fold.ts'
import { frozenSource, readRealMail, readWrittenMail } from './read-corpus.ts'
import { askRivals } from './rivals.ts'

// npm run evaluate: what the shipped model says of the frozen hand, and what models trained in
// the same way say of hands and collections they have not seen. Writes docs/model-card.md.

const cardFile = new URL('../../../../docs/model-card.md', import.meta.url)

const written = readWrittenMail()
const real = readRealMail()
const frozen = toExamples(written.filter(({ source }) => source === frozenSource))
const known = toExamples([...written.filter(({ source }) => source !== frozenSource), ...real])

const model = loadLocalModel()
const data = loadModelData()

const card = toModelCard({
  data,
  trainedOn: known,
  frozen: frozen.map(judgeByModel),
  leftOut: toOpinions(known).map(judgeByOpinion),
  rivals: askRivals(written.filter(({ source }) => source === frozenSource)),
})
writeFileSync(cardFile, card)
console.log(card)

function judgeByModel(example: Example): Viewed {
  const verdict = example.judgeable && model.judge(example.judgeable)
  return {
    mail: example.mail,
    view: example.view,
    isSkipped: verdict === null,
    score: verdict?.score ?? 0,
    category: verdict?.category ?? 'other',
  }
}

function judgeByOpinion({ example, sum, category }: Opinion): Viewed {
  const { slope, shift } = calibrationFor(example)
  return {
    mail: example.mail,
    view: example.view,
    isSkipped: sum === null,
    score: sum === null ? 0 : toProbability(slope * sum + shift),
    category,
  }
}

function calibrationFor({ view }: Example): Calibration {
  return view === 'with-facts' ? data.calibration.withFacts : data.calibration.wordsAlone
}
