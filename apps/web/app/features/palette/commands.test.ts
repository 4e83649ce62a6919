import type { MailboxId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { listCommands } from './commands.ts'

const account: Account = {
  id: '6f1d2c3b-0a4e-4d5f-8b6a-7c8d9e0f1a2b' as MailboxId,
  provider: 'gmail',
  email: 'mara@north.example',
  isActive: true,
  isPaused: false,
  isObserveOnly: false,
  syncStatus: 'synced',
  syncProgress: 1,
  syncTotal: 1,
  createdAt: '2026-11-17T00:00:00.000Z',
  lastSyncedAt: null,
  nextCheckAt: null,
  problem: null,
  indexProgress: null,
  checked: 0,
  wouldMove: 0,
}
const facts = { accounts: [account], theme: 'dark', isAdmin: false, isViewing: false } as const

/** The titles, and what running one of them does. */
function open(changes: Partial<Parameters<typeof listCommands>[0]> = {}) {
  const done: unknown[] = []
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void done.push([name, ...values])
  const commands = listCommands(
    { ...facts, ...changes },
    {
      goTo: note('goTo'),
      load: note('load'),
      connect: note('connect'),
      togglePause: note('togglePause'),
      toggleObserveOnly: note('toggleObserveOnly'),
      setTheme: note('setTheme'),
      showShortcuts: note('showShortcuts'),
      logOut: note('logOut'),
    },
  )
  return {
    titles: commands.map(({ title }) => title),
    run(title: string) {
      commands.find((command) => command.title === title)?.run()
      return done.at(-1)
    },
  }
}

test.each([
  ['Filter Settings', ['goTo', '/filter-settings']],
  ['Show emails of mara@north.example', ['goTo', `/filtered-emails?account=${account.id}`]],
  ['Pause mara@north.example', ['togglePause', account]],
  ['Only observe mara@north.example', ['toggleObserveOnly', account]],
  ['Connect Microsoft', ['connect', 'microsoft']],
  ['Export filtered emails as CSV', ['load', '/api/filtered-emails/export']],
  ['Switch to light theme', ['setTheme', 'light']],
  ['Contact us', ['load', '/#contact']],
])('%j does %j', (title, effect) => {
  expect(open().run(title)).toEqual(effect)
})

test('titles of accounts say what would change', () => {
  const changed = { ...account, isPaused: true, isObserveOnly: true }
  expect(open({ accounts: [changed] }).titles).toEqual(
    expect.arrayContaining(['Resume mara@north.example', 'Stop observing mara@north.example']),
  )
})

test('an account that lost its access can be reconnected', () => {
  const lost = { ...account, problem: 'needs-reconnect' } as const
  const reconnect = `Reconnect ${account.email}`
  expect(open().titles).not.toContain(reconnect)
  expect(open({ accounts: [lost] }).run(reconnect)).toEqual(['connect', 'gmail', account.id])
  expect(open({ accounts: [lost], isViewing: true }).titles).not.toContain(reconnect)
})

test('only admins see the pages of the Admin Panel, and viewers cannot connect a mailbox', () => {
  expect(open().titles).not.toContain('Admin Panel')
  expect(open({ isAdmin: true }).titles).toContain('Admin Panel')
  expect(open({ isViewing: true }).titles.filter((title) => /Connect /.test(title))).toEqual([])
})

test('no title occurs twice', () => {
  const { titles } = open({ isAdmin: true })
  expect(new Set(titles).size).toBe(titles.length)
})
