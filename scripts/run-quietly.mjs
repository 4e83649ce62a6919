import { spawn } from 'node:child_process'
import { Refusal } from './refusal.mjs'

const preload = new URL('end-with-parent.mjs', import.meta.url).href

/**
 * Runs a Node program until it exits. Its output is shown only if it fails.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 */
export function runNodeQuietly(node, args, options) {
  return runQuietly(node, ['--import', preload, ...args], options, ['ipc'])
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @param {'ipc'[]} [channels]
 * @returns {Promise<void>}
 */
export function runQuietly(command, args, options, channels = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe', ...channels],
    })
    let output = ''
    const listen = (/** @type {Buffer} */ chunk) =>
      (output = (output + chunk.toString()).slice(-20_000))
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else
        reject(
          new Refusal(output.trim() || `${command} ended with ${signal ?? code} and no output.`),
        )
    })
  })
}
