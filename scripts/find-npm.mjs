import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from './refusal.mjs'

/** The path of npm's own program, so that we can run it with the Node of our choice. */
export function findNpm(env = process.env) {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter)
  const candidates = [
    env.npm_execpath ?? '',
    ...folders.map((folder) => join(folder, 'npm')),
    ...folders.map((folder) => join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')),
  ]
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue
    const program = realpathSync(candidate)
    if (program.endsWith('npm-cli.js')) return program
  }
  throw new Refusal('npm was not found. It comes with Node: https://nodejs.org')
}
