import { beforeEach, expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import { FaultPlan, type FaultEffect } from './faults.ts'

const clock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
const faults = new FaultPlan(clock)
let applied = 0

const words = {
  rateLimit: () => Response.json({ why: 'too much' }, { status: 429 }),
  serverError: () => Response.json({ why: 'broken' }, { status: 500 }),
}

const call = (path = '/mail', init?: RequestInit) =>
  faults.answer('google', new Request(`http://provider.test${path}`, init), handle, words)

async function handle(): Promise<Response> {
  applied++
  return Response.json({ answer: 'the true one' })
}

beforeEach(() => {
  faults.clear()
  applied = 0
})

test('a fault hits the calls it names, after those it lets pass, as often as told', async () => {
  faults.push({
    provider: 'google',
    match: ({ url }) => url.endsWith('/mail'),
    skip: 1,
    times: 2,
    make: 'server-error',
  })
  faults.push({ provider: 'microsoft', make: 'server-error' })
  const paths = ['/mail', '/other', '/mail', '/mail', '/mail']
  const statuses = []
  for (const path of paths) statuses.push((await call(path)).status)
  expect(statuses).toEqual([200, 200, 500, 500, 200])
})

test.each<{ make: FaultEffect; status: number; isApplied: boolean }>([
  { make: 'rate-limit', status: 429, isApplied: false },
  { make: 'server-error', status: 500, isApplied: false },
  { make: 'applied-then-500', status: 500, isApplied: true },
  { make: { status: 503, body: { error: 'x' } }, status: 503, isApplied: false },
  { make: 'garbage', status: 200, isApplied: false },
])('$make answers $status; applied: $isApplied (F26, F28)', async ({ make, status, isApplied }) => {
  faults.push({ provider: 'google', make })
  expect((await call()).status).toBe(status)
  expect(applied).toBe(isApplied ? 1 : 0)
})

test.each<{ make: FaultEffect; isApplied: boolean }>([
  { make: 'cut', isApplied: false },
  { make: 'applied-then-cut', isApplied: true },
])('$make breaks the connection; applied: $isApplied (F4)', async ({ make, isApplied }) => {
  faults.push({ provider: 'google', make })
  await expect(call()).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
  expect(applied).toBe(isApplied ? 1 : 0)
})

test('an answer can end in the middle, with or without a word (F28)', async () => {
  faults.push({ provider: 'google', make: 'truncated' })
  faults.push({ provider: 'google', make: 'cut-midway' })
  await expect((await call()).json()).rejects.toThrow(SyntaxError)
  await expect((await call()).text()).rejects.toThrow()
})

test('a slow answer comes with the clock, drop by drop if need be (F27)', async () => {
  faults.push({ provider: 'google', make: { delayMs: 5000 } })
  const late = call()
  expect(applied).toBe(0)
  await clock.advance(5000)
  expect((await late).status).toBe(200)

  faults.push({ provider: 'google', make: { bytesPerSecond: 1 } })
  const reader = (await call()).body?.getReader()
  const firstByte = reader?.read()
  await clock.advance(1000)
  expect((await firstByte)?.value).toHaveLength(1)
  await reader?.cancel()
})

test('silence lasts until the caller has had enough (F27)', async () => {
  faults.push({ provider: 'google', make: 'silence' })
  const patience = new AbortController()
  const answer = call('/mail', { signal: patience.signal })
  patience.abort(new Error('enough'))
  await expect(answer).rejects.toThrow()
})
