import { expect, test } from 'vitest'
import { createFakeUsageCounter } from '../testing/fake-usage-counter.ts'
import {
  addReservation,
  createModelBudget,
  replaceReservation,
  toCost,
  type SpendingLimits,
} from './budget.ts'

const price = { microUsdPerInputToken: 0.15, microUsdPerOutputToken: 0.6 }
const limits: SpendingLimits = {
  user: { tokens: 5_000, microUsd: 1_000 },
  all: { tokens: 8_000, microUsd: 1_500 },
}
const noCost = { tokens: 0, microUsd: 0 }
const unused = { user: noCost, all: noCost }

test('a cost is rounded up to a whole micro-dollar', () => {
  expect(toCost({ input: 1_001, output: 10 }, price)).toEqual({ tokens: 1_011, microUsd: 157 })
})

test.each([
  ["the user's token limit", { tokens: 5_001, microUsd: 1 }, limits],
  ["the user's money limit", { tokens: 1, microUsd: 1_001 }, limits],
  [
    'the token limit of all users',
    { tokens: 4_000, microUsd: 1 },
    { ...limits, all: { tokens: 3_999, microUsd: 9 } },
  ],
  [
    'the money limit of all users',
    { tokens: 1, microUsd: 9 },
    { ...limits, all: { tokens: 9, microUsd: 8 } },
  ],
])('a reservation beyond %s is refused', (_case, cost, given) => {
  expect(addReservation(unused, cost, given)).toBeNull()
})

test('a limit can be used up to the last token', () => {
  const usage = addReservation(unused, limits.user, limits)
  expect(usage?.user).toEqual(limits.user)
  expect(usage && addReservation(usage, { tokens: 1, microUsd: 0 }, limits)).toBeNull()
})

test('tokens that were reserved and not used become available again', () => {
  const reserved = { tokens: 3_000, microUsd: 600 }
  const usage = addReservation(unused, reserved, limits)
  const actual = { tokens: 1_200, microUsd: 200 }
  expect(usage && replaceReservation(usage, reserved, actual)).toEqual({
    user: actual,
    all: actual,
  })
})

function openBudgets() {
  const counter = createFakeUsageCounter()
  const clock = { now: new Date('2026-05-01T23:59:00Z') }
  const budgetOf = (user: string) =>
    createModelBudget({ counter, user, limits, price, now: () => clock.now })
  return { clock, budgetOf }
}

const maxTokens = { input: 4_000, output: 400 }

test('a user at the limit is refused while another user is not', async () => {
  const { budgetOf } = openBudgets()
  await budgetOf('ann').reserve({ input: 4_000, output: 0 })
  expect(await budgetOf('ann').reserve(maxTokens)).toBe('over-budget')
  expect(await budgetOf('bob').reserve({ input: 3_000, output: 0 })).not.toBe('over-budget')
})

test('concurrent users together cannot exceed the limit of all users', async () => {
  const { budgetOf } = openBudgets()
  const asked = ['ann', 'bob', 'cyd', 'dee'].map((user) =>
    budgetOf(user).reserve({ input: 3_000, output: 0 }),
  )
  const refused = (await Promise.all(asked)).filter((reservation) => reservation === 'over-budget')
  expect(refused).toHaveLength(2)
})

test('usage starts at zero on a new day', async () => {
  const { clock, budgetOf } = openBudgets()
  await budgetOf('ann').reserve(maxTokens)
  clock.now = new Date('2026-05-02T00:00:00Z')
  expect(await budgetOf('ann').reserve(maxTokens)).not.toBe('over-budget')
})

test('a call that was reserved before midnight is recorded on that day', async () => {
  const { clock, budgetOf } = openBudgets()
  const reservation = await budgetOf('ann').reserve(maxTokens)
  clock.now = new Date('2026-05-02T00:00:00Z')
  if (reservation !== 'over-budget') await reservation.recordUse({ input: 0, output: 0 })
  expect(await budgetOf('ann').reserve({ input: 5_000, output: 0 })).not.toBe('over-budget')
  expect(await budgetOf('ann').reserve({ input: 1, output: 0 })).toBe('over-budget')
})
