import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/microsoft-app.ts'
import { VirtualClock } from '../../world/clock.ts'
import { toAccount } from '../login/accounts.ts'
import type { Grant } from '../login/grants.ts'
import { toQuirks } from '../../world/quirks.ts'
import { knownQuirks } from '../quirks.ts'
import { Throttle } from './throttle.ts'

const { ann } = openTestApp()
const grant: Grant = { account: toAccount(ann), clientId: 'app', scopes: [], accessEndCount: 0 }

test('an app can make 10,000 calls to a mailbox in ten minutes', async () => {
  const clock = new VirtualClock(new Date('2026-11-16T09:00:00Z'))
  const throttle = new Throttle(clock, toQuirks(knownQuirks))
  const call = (from = grant) => throttle.admit(from, async () => 'done')
  for (let count = 0; count < 10_000; count++) await call()
  await clock.advance(240_000)

  await expect(call()).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '360' } })
  expect(await call({ ...grant, clientId: 'other-app' })).toBe('done')

  await clock.advance(360_000)
  expect(await call()).toBe('done')
})

test('a failed call no longer counts as running', async () => {
  const throttle = new Throttle(
    new VirtualClock(new Date('2026-11-16T09:00:00Z')),
    toQuirks(knownQuirks),
  )
  for (let count = 0; count < 10; count++)
    await expect(throttle.admit(grant, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
