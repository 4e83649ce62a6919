import { readdirSync, readFileSync } from 'node:fs'
import { Dictionary, type Dictionaries } from './model/dictionary.ts'
import type { Language } from './model/language.ts'
import { createLocalModel, type LocalModel } from './model/local-model.ts'
import { toModelData, type ModelData } from './model/model-data.ts'

export const modelFile = new URL('../model/model.json', import.meta.url)
export const dictionaryFolder = new URL('../model/dictionaries/', import.meta.url)

export function loadModelData(): ModelData {
  return toModelData(JSON.parse(readFileSync(modelFile, 'utf8')))
}

/** One file per language, named by its code. */
export function loadDictionaries(): Dictionaries {
  return new Map(
    readdirSync(dictionaryFolder).map((name) => [
      name.replace('.txt', '') as Language,
      new Dictionary(readFileSync(new URL(name, dictionaryFolder), 'utf8')),
    ]),
  )
}

/** Loads the model that this version ships with. */
export function loadLocalModel(): LocalModel {
  return createLocalModel(loadModelData(), loadDictionaries())
}
