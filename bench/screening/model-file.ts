import { dictionaryFolder, modelFile } from '@doorman/classifier/load-local-model'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { quantile } from './measure.ts'

const loadOnce = `
const { loadLocalModel } = await import('@doorman/classifier/load-local-model')
const startedAt = performance.now()
loadLocalModel()
console.log(performance.now() - startedAt)
`

/** The size of the model with its dictionaries, and how long a new process takes to load it. */
export function measureModel(): { sizeKb: number; gzippedKb: number; loadMs: number } {
  const dictionaries = readdirSync(dictionaryFolder).map((name) => new URL(name, dictionaryFolder))
  const bytes = Buffer.concat([modelFile, ...dictionaries].map((file) => readFileSync(file)))
  const times = Array.from({ length: 5 }, () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', loadOnce], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    })
    return Number(stdout)
  })
  return {
    sizeKb: Math.round(bytes.length / 1024),
    gzippedKb: Math.round(gzipSync(bytes).length / 1024),
    loadMs: quantile(times, 0.5),
  }
}
