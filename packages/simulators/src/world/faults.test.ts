import { beforeEach, expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import { FaultPlan, type FaultEffect } from './faults.ts'

const clock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
const faults = new FaultPlan(clock)
let applied = 0

const responses = {
  rateLimit: () => Response.json({ error: 'rate limit' }, { status: 429 }),
  serverError: () => Response.json({ error: 'broken' }, { status: 500 }),
}

const call = (path = '/mail', init?: RequestInit) =>
  faults.handle('google', new Request(`http://provider.test${path}`, init), handle, responses)

async function handle(): Promise<Response> {
  applied++
  return Response.json({ message: 'a real response' })
}

beforeEach(() => {
  faults.clear()
  applied = 0
})

test('a fault affects only matching calls, after `skip` of them, `times` times', async () => {
  faults.push({
    provider: 'google',
    match: ({ url }) => url.endsWith('/mail'),
    skip: 1,
    times: 2,
    effect: 'server-error',
  })
  faults.push({ provider: 'microsoft', effect: 'server-error' })
  const paths = ['/mail', '/other', '/mail', '/mail', '/mail']
  const statuses = []
  for (const path of paths) statuses.push((await call(path)).status)
  expect(statuses).toEqual([200, 200, 500, 500, 200])
})

test.each<{ effect: FaultEffect; status: number; isApplied: boolean }>([
  { effect: 'rate-limit', status: 429, isApplied: false },
  { effect: 'server-error', status: 500, isApplied: false },
  { effect: 'applied-then-500', status: 500, isApplied: true },
  { effect: { status: 503, body: { error: 'x' } }, status: 503, isApplied: false },
  { effect: 'garbage', status: 200, isApplied: false },
])('$effect responds with $status; applied: $isApplied', async ({ effect, status, isApplied }) => {
  faults.push({ provider: 'google', effect })
  expect((await call()).status).toBe(status)
  expect(applied).toBe(isApplied ? 1 : 0)
})

test.each<{ effect: FaultEffect; isApplied: boolean }>([
  { effect: 'cut', isApplied: false },
  { effect: 'applied-then-cut', isApplied: true },
])('$effect breaks the connection; applied: $isApplied', async ({ effect, isApplied }) => {
  faults.push({ provider: 'google', effect })
  await expect(call()).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
  expect(applied).toBe(isApplied ? 1 : 0)
})

test('a response can be truncated, or its connection can break midway', async () => {
  faults.push({ provider: 'google', effect: 'truncated' })
  faults.push({ provider: 'google', effect: 'cut-midway' })
  await expect((await call()).json()).rejects.toThrow(SyntaxError)
  await expect((await call()).text()).rejects.toThrow()
})

test('a response can be delayed, or sent byte by byte, by the virtual clock', async () => {
  faults.push({ provider: 'google', effect: { delayMs: 5000 } })
  const late = call()
  expect(applied).toBe(0)
  await clock.advance(5000)
  expect((await late).status).toBe(200)

  faults.push({ provider: 'google', effect: { bytesPerSecond: 1 } })
  const reader = (await call()).body?.getReader()
  const firstByte = reader?.read()
  await clock.advance(1000)
  expect((await firstByte)?.value).toHaveLength(1)
  await reader?.cancel()
})

test('a silent call ends only when the caller aborts it', async () => {
  faults.push({ provider: 'google', effect: 'silence' })
  const abort = new AbortController()
  const response = call('/mail', { signal: abort.signal })
  abort.abort(new Error('timeout'))
  await expect(response).rejects.toThrow()
})
