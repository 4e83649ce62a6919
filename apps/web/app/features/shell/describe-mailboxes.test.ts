import { expect, test } from 'vitest'
import { describeMailboxes } from './describe-mailboxes.ts'

const fine = { problem: null, isPaused: false, isActive: true }
const paused = { ...fine, isPaused: true }
const inactive = { ...fine, isActive: false }
const lost = { ...paused, problem: 'needs-reconnect' } as const

test.each([
  [[], 'None yet', true],
  [[fine, fine], 'All good', true],
  [[fine, paused, inactive], '2 not checked', true],
  [[fine, lost, paused], '1 needs attention', false],
  [[lost, lost], '2 need attention', false],
])('%j is described as %j', (accounts, words, isGood) => {
  expect(describeMailboxes(accounts)).toEqual({ words, isGood })
})
