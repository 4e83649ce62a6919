import type { MailboxId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import { findOtherAccount } from './other-account.ts'

const connected = { id: 'a' as MailboxId, email: 'ann@new.test', problem: null }
const broken = { id: 'b' as MailboxId, email: 'ann@old.test', problem: 'needs-reconnect' as const }
const query = new URLSearchParams({ connected: 'a', insteadOf: 'b' })

test('both accounts are named while one still needs to be reconnected', () => {
  expect(findOtherAccount([connected, broken], query)).toEqual({
    connected: 'ann@new.test',
    broken: 'ann@old.test',
  })
})

test.each([
  ['the broken one was repaired meanwhile', [connected, { ...broken, problem: null }], query],
  ['the broken one was disconnected', [connected], query],
  ['the new one was disconnected', [broken], query],
  ['the URL names unknown accounts', [connected, broken], new URLSearchParams('connected=x')],
  ['the URL names none', [connected, broken], new URLSearchParams()],
])('nothing is said if %s', (_case, accounts, params) => {
  expect(findOtherAccount(accounts, params)).toBeNull()
})
