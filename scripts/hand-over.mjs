import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { whenNpmEnds } from './npm-end.mjs'

/** npm repeats the signals that the terminal has sent to all of us; a second one would mean haste. */
const echoMs = 1_000

/**
 * Runs the program on the terminal in our stead, and ends as it ends. It sits in
 * a process group of its own and so hears of a signal once, from us; if we are
 * killed with -9 it notices that the channel is gone.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<never>}
 */
export async function handOver(node, args, options) {
  const isWindows = process.platform === 'win32'
  const child = spawn(node, args, {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !isWindows,
  })
  let passedAt = 0
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (Date.now() - passedAt < echoMs) return
    passedAt = Date.now()
    child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    // On Windows the console tells everyone, and to pass a signal would be to kill.
    process.on(signal, () => isWindows || pass(signal))
  whenNpmEnds(() => passedAt === 0 && pass('SIGTERM'))

  return await new Promise((_resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}
