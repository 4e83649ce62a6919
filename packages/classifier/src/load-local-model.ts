import { readFileSync } from 'node:fs'
import { createLocalModel, type LocalModel } from './model/local-model.ts'
import { toModelData, type ModelData } from './model/model-data.ts'

export const modelFile = new URL('../model/model.json', import.meta.url)

export function loadModelData(): ModelData {
  return toModelData(JSON.parse(readFileSync(modelFile, 'utf8')))
}

/** Loads the model that this version ships with. */
export function loadLocalModel(): LocalModel {
  return createLocalModel(loadModelData())
}
