import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { expect, test } from 'vitest'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { isFirstScanRecent, toFirstFinds } from './first-finds.ts'

const account = { syncStatus: 'synced', createdAt: '2026-11-15T09:00:00.000Z' } as Account
const anEmail = (receivedAt: string, changes: object = {}) =>
  ({ receivedAt, isGone: false, ...changes }) as FilteredEmail

test('finds are recent for a day, once the scan is over', () => {
  const nextMorning = new Date('2026-11-16T08:59:59Z')
  expect(isFirstScanRecent(account, nextMorning)).toBe(true)
  expect(isFirstScanRecent(account, new Date('2026-11-16T09:00:00Z'))).toBe(false)
  expect(isFirstScanRecent({ ...account, syncStatus: 'syncing' }, nextMorning)).toBe(false)
})

test('first finds are older than the connection and still set aside', () => {
  const before = '2026-11-15T08:59:59.000Z'
  const found = anEmail(before)
  const others = [
    anEmail('2026-11-15T09:00:01.000Z'),
    anEmail(before, { action: 'restored' }),
    anEmail(before, { isGone: true }),
  ]
  expect(toFirstFinds([...others, found], account)).toEqual([found])
})
