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

test('who comes second is told who is at work, and on what', async () => {
  await withSetupLock(folder, async (announce) => {
    announce('installing packages')
    await expect(withSetupLock(folder, async () => {})).rejects.toThrow(
      `Another start is under way in this folder (process ${process.pid}: installing packages). Wait for it, or stop it.`,
    )
  })
})

test('the lock is free again after work that went well and work that did not', async () => {
  await withSetupLock(folder, async () => {})
  await expect(
    withSetupLock(folder, () => Promise.reject(new Error('no network'))),
  ).rejects.toThrow('no network')
  await withSetupLock(folder, async () => {})
})

test('a holder that is killed holds no longer', async () => {
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
