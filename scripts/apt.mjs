import { existsSync } from 'node:fs'
import { Refusal } from './refusal.mjs'
import { runQuietly } from './run-quietly.mjs'

const options = { cwd: '/', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }

/**
 * Makes Debian's packages available where we may install them; elsewhere the choice is the owner's.
 * @param {string} refusal what to tell them then
 */
export async function openApt(refusal) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Refusal(refusal)
  await runQuietly('apt-get', ['update', '-q'], options)
  return {
    install: (/** @type {string[]} */ ...packages) =>
      runQuietly(
        'apt-get',
        ['install', '-q', '-y', '--no-install-recommends', ...packages],
        options,
      ),
  }
}
