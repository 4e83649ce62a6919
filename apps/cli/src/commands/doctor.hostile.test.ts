import { whenThorough } from '@doorman/domain/testing/sample'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMain } from '../testing/built-main.ts'

let main: string
let folder: string

beforeAll(async () => {
  main = await buildMain()
}, 240_000)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorman-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('doctor finds nothing broken in a fresh demo and creates no files', async () => {
  const { exitCode, printed } = await run(['--json'])
  expect(JSON.parse(printed)).toMatchObject({ isDemo: true, isBroken: false })
  expect(exitCode).toBe(0)
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

whenThorough(test)('doctor ends and reports servers that never answer', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { exitCode, printed } = await run([], {
    DATABASE_URL: `postgres://user:CANARY@${host}/doorman`,
    SMTP_URL: `smtp://user:CANARY@${host}`,
    MAIL_FROM: 'post@doorman.test',
    MICROSOFT_CLIENT_ID: 'id',
    MICROSOFT_CLIENT_SECRET: 'CANARY',
    MICROSOFT_LOGIN_URL: `http://${host}`,
    GRAPH_API_URL: `http://${host}`,
    GOOGLE_CLIENT_ID: 'id',
  })
  silent.close()
  for (const subject of ['Database', 'Mail relay', 'Microsoft sign-in', 'Microsoft Graph'])
    expect(printed).toMatch(new RegExp(`^broken {2}${subject} .*no answer`, 'm'))
  expect(printed).toContain('GOOGLE_CLIENT_SECRET')
  expect(printed).not.toContain('CANARY')
  expect(exitCode).toBe(1)
})

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, 'doctor', ...args], {
    // Nothing listens at port 1, where doctor looks for the demo.
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { printed, exitCode: child.exitCode }
}
