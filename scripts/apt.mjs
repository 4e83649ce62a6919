import { existsSync } from 'node:fs'
import { Refusal } from './refusal.mjs'
import { runQuietly } from './run-quietly.mjs'

const options = { cwd: '/', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }

/**
 * Opens apt-get where this process may install packages: as root on Debian.
 * @param {string} refusal message for everyone else
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
