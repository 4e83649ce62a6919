import { mkdirSync, writeFileSync } from 'node:fs'
import { modelFile } from '../load-local-model.ts'
import { toExamples } from './examples.ts'
import { frozenSources, readRealMail, readWrittenMail } from './read-corpus.ts'
import { toThresholdsFile } from './thresholds-file.ts'
import { unpackNames } from '../local/model-data.ts'
import { trainModel } from './train-model.ts'

// npm run train: the corpus in, the model file and the thresholds out, the same every time.

const thresholdsFile = new URL('../../../domain/src/thresholds.ts', import.meta.url)

const started = performance.now()
const written = readWrittenMail().filter(({ source }) => !frozenSources.includes(source))
const real = readRealMail()
console.log(`${written.length} written mails, ${real.length} real ones`)
if (real.length === 0 && !process.argv.includes('--own-mail-only')) {
  console.error(
    'The collected mail that the shipped model also learned from does not lie beside this working copy. To replace the model with one that knows our own mail alone, add --own-mail-only.',
  )
  process.exit(1)
}

const { model, thresholds } = trainModel(toExamples([...written, ...real]))
const text = `${JSON.stringify(model)}\n`
mkdirSync(new URL('./', modelFile), { recursive: true })
writeFileSync(modelFile, text)
writeFileSync(thresholdsFile, toThresholdsFile(thresholds))
console.log(
  `${unpackNames(model.names).length} features, ${Math.round(text.length / 1_024)} KB, ${Math.round((performance.now() - started) / 1_000)} s`,
)
console.table(thresholds)
