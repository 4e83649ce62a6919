import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Refusal } from './refusal.mjs'

/**
 * Runs `work` under an exclusive lock for the folder, so that two starts never install or build in
 * it at the same time. The lock is a listening socket: it disappears with its process, and a second
 * start reads from it what the first is doing. `work` calls `announce` to say what that is.
 *
 * @param {string} root
 * @param {(announce: (activity: string) => void) => Promise<void>} work
 */
export async function withSetupLock(root, work) {
  let activity = 'setting up'
  const server = await listen(toAddress(root), () => `process ${process.pid}: ${activity}`)
  try {
    await work((current) => (activity = current))
  } finally {
    server.close()
  }
}

/**
 * @param {string} address
 * @param {() => string} describe
 */
async function listen(address, describe) {
  for (;;) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(describe())
    })
    try {
      server.listen(address)
      await once(server, 'listening')
      return server.unref()
    } catch (error) {
      if (Object(error).code !== 'EADDRINUSE') throw error
    }
    const holder = await ask(address)
    if (holder !== null)
      throw new Refusal(
        `Another start is already running in this folder (${holder}). Wait for it or stop it.`,
      )
    // On macOS the socket is a file, and a killed process leaves the file behind.
    if (existsSync(address)) unlinkSync(address)
  }
}

/** What the lock's holder is doing; null if it no longer listens. */
async function ask(/** @type {string} */ address) {
  const socket = connect(address)
  socket.setTimeout(2_000, () => socket.end())
  return await text(socket).catch(() => null)
}

function toAddress(/** @type {string} */ root) {
  const name = `doorman-${createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 16)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}
