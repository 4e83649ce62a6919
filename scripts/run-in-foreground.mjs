import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { whenNpmEnds } from './npm-end.mjs'

/**
 * On Ctrl+C both the terminal and npm send the signal. The second within this time is ignored,
 * because two signals mean "stop at once".
 */
const repeatedSignalMs = 1_000

/**
 * Runs the program in the foreground and exits with its exit code. The program has its own process
 * group, so it receives each signal once, from us. If we are killed with SIGKILL, it notices that the
 * IPC channel is closed.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<never>}
 */
export async function runInForeground(node, args, options) {
  const isWindows = process.platform === 'win32'
  const child = spawn(node, args, {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !isWindows,
  })
  let passedAt = 0
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (Date.now() - passedAt < repeatedSignalMs) return
    passedAt = Date.now()
    child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    // On Windows the console signals every process, and `kill` would end the child without a shutdown.
    process.on(signal, () => isWindows || pass(signal))
  whenNpmEnds(() => passedAt === 0 && pass('SIGTERM'))

  return await new Promise((_resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}
