import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSetupLock } from './setup-lock.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a second start is told which process is running and what it does', async () => {
  await withSetupLock(folder, async (announce) => {
    announce('installing packages')
    await expect(withSetupLock(folder, async () => {})).rejects.toThrow(
      `Another start is already running in this folder (process ${process.pid}: installing packages). Wait for it or stop it.`,
    )
  })
})

test('the lock is released after work that succeeds and work that fails', async () => {
  await withSetupLock(folder, async () => {})
  await expect(
    withSetupLock(folder, () => Promise.reject(new Error('no network'))),
  ).rejects.toThrow('no network')
  await withSetupLock(folder, async () => {})
})

test('the lock of a killed process is free', async () => {
  const module = new URL('setup-lock.mjs', import.meta.url).href
  const program = `import { withSetupLock } from '${module}'
    await withSetupLock('${folder}', async () => { console.log('held'); await new Promise((done) => setTimeout(done, 60_000)) })`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program])
  await once(holder.stdout, 'data')
  await expect(withSetupLock(folder, async () => {})).rejects.toThrow(`process ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await withSetupLock(folder, async () => {})
})
