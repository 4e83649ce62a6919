import { mkdirSync, writeFileSync } from 'node:fs'
import { loadDictionaries, modelFile } from '../load-local-model.ts'
import { toExamples } from './examples.ts'
import { frozenSources, readCollectedMessages, readWrittenMessages } from './read-corpus.ts'
import { toThresholdsFile } from './thresholds-file.ts'
import { unpackNames } from '../model/model-data.ts'
import { trainModel } from './train-model.ts'
import { dropRareWords } from './vocabulary.ts'

// npm run train: makes the model file and the thresholds from the corpus. Deterministic.

const thresholdsFile = new URL('../../../domain/src/screening/thresholds.ts', import.meta.url)

const started = performance.now()
const written = readWrittenMessages().filter(({ source }) => !frozenSources.includes(source))
const collected = readCollectedMessages()
console.log(`${written.length} written messages, ${collected.length} collected ones`)
if (collected.length === 0 && !process.argv.includes('--written-only')) {
  console.error(
    'The shipped model was also trained on collected messages, which are not on this machine. To replace it with a model trained on the written messages alone, add --written-only.',
  )
  process.exit(1)
}

const { model, thresholds } = trainModel(
  dropRareWords(await toExamples([...written, ...collected], loadDictionaries())),
)
const text = `${JSON.stringify(model)}\n`
mkdirSync(new URL('./', modelFile), { recursive: true })
writeFileSync(modelFile, text)
writeFileSync(thresholdsFile, toThresholdsFile(thresholds))
console.log(
  `${unpackNames(model.names).length} features, ${Math.round(text.length / 1_024)} KB, ${Math.round((performance.now() - started) / 1_000)} s`,
)
console.table(thresholds)
