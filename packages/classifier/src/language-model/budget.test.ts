import { expect, test } from 'vitest'
import {
  createBudget,
  createMemoryCounter,
  nothing,
  reserve,
  settle,
  toCost,
  type Limits,
} from './budget.ts'

const price = { microUsdPerInputToken: 0.15, microUsdPerOutputToken: 0.6 }
const limits: Limits = {
  user: { tokens: 5_000, microUsd: 1_000 },
  all: { tokens: 8_000, microUsd: 1_500 },
}
const unused = { user: nothing, all: nothing }

test('a cost is rounded up, against us', () => {
  expect(toCost({ input: 1_001, output: 10 }, price)).toEqual({ tokens: 1_011, microUsd: 157 })
})

test.each([
  ["the user's tokens", { tokens: 5_001, microUsd: 1 }, limits],
  ["the user's money", { tokens: 1, microUsd: 1_001 }, limits],
  [
    'the tokens of all',
    { tokens: 4_000, microUsd: 1 },
    { ...limits, all: { tokens: 3_999, microUsd: 9 } },
  ],
  ['the money of all', { tokens: 1, microUsd: 9 }, { ...limits, all: { tokens: 9, microUsd: 8 } }],
])('R28: nothing is reserved beyond %s', (_case, cost, given) => {
  expect(reserve(unused, cost, given)).toBeNull()
})

test('R28: a limit can be used up to the last token', () => {
  const used = reserve(unused, limits.user, limits)
  expect(used?.user).toEqual(limits.user)
  expect(used && reserve(used, { tokens: 1, microUsd: 0 }, limits)).toBeNull()
})

test('settling gives back what was reserved and not used', () => {
  const reserved = { tokens: 3_000, microUsd: 600 }
  const used = reserve(unused, reserved, limits)
  const spent = { tokens: 1_200, microUsd: 200 }
  expect(used && settle(used, reserved, spent)).toEqual({ user: spent, all: spent })
})

function createDay() {
  const counter = createMemoryCounter()
  const clock = { now: new Date('2026-05-01T23:59:00Z') }
  const budgetOf = (user: string) =>
    createBudget({ counter, user, limits, price, now: () => clock.now })
  return { clock, budgetOf }
}

const most = { input: 4_000, output: 400 }

test('R28: a user at the limit is refused, and another is not', async () => {
  const { budgetOf } = createDay()
  await budgetOf('ann').reserve({ input: 4_000, output: 0 })
  expect(await budgetOf('ann').reserve(most)).toBe('over-budget')
  expect(await budgetOf('bob').reserve({ input: 3_000, output: 0 })).not.toBe('over-budget')
})

test('R28: all together cannot pass the common limit, however many ask at once', async () => {
  const { budgetOf } = createDay()
  const asked = ['ann', 'bob', 'cyd', 'dee'].map((user) =>
    budgetOf(user).reserve({ input: 3_000, output: 0 }),
  )
  const refused = (await Promise.all(asked)).filter((reservation) => reservation === 'over-budget')
  expect(refused).toHaveLength(2)
})

test('a new day begins with nothing used', async () => {
  const { clock, budgetOf } = createDay()
  await budgetOf('ann').reserve(most)
  clock.now = new Date('2026-05-02T00:00:00Z')
  expect(await budgetOf('ann').reserve(most)).not.toBe('over-budget')
})

test('what was reserved before midnight is settled on that day', async () => {
  const { clock, budgetOf } = createDay()
  const reservation = await budgetOf('ann').reserve(most)
  clock.now = new Date('2026-05-02T00:00:00Z')
  if (reservation !== 'over-budget') await reservation.settle({ input: 0, output: 0 })
  expect(await budgetOf('ann').reserve({ input: 5_000, output: 0 })).not.toBe('over-budget')
  expect(await budgetOf('ann').reserve({ input: 1, output: 0 })).toBe('over-budget')
})
