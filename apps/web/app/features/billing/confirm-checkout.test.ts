import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/call.ts'
import { confirmCheckout, readCheckoutReturn } from './confirm-checkout.ts'

type Reply = Awaited<ReturnType<Parameters<typeof confirmCheckout>[0]['finish']>>

const unpaid: Reply = { isActive: false, purchase: null }
const paid: Reply = { isActive: true, purchase: { plan: 'yearly' } }
const unreachable = new TypeError('Failed to fetch')
const refusal = new ApiError(404, '', '{"message":"We don’t know this checkout."}')

/** Runs against scripted answers, and records the calls, the pauses and the purchases. */
async function confirm(answers: readonly (Reply | Error)[]) {
  const pauses: number[] = []
  const purchases: string[] = []
  let calls = 0
  const result = await confirmCheckout({
    finish: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)]!
      calls += 1
      if (answer instanceof Error) throw answer
      return answer
    },
    pause: async (ms) => void pauses.push(ms),
    onPurchase: (plan) => purchases.push(plan),
  })
  return { result, calls, pauses, purchases }
}

test('a paid checkout is confirmed by one call, which reports the purchase', async () => {
  expect(await confirm([paid])).toEqual({
    result: { kind: 'active' },
    calls: 1,
    pauses: [],
    purchases: ['yearly'],
  })
})

test('a checkout that another call has finished reports no purchase', async () => {
  expect(await confirm([{ isActive: true, purchase: null }])).toMatchObject({
    result: { kind: 'active' },
    purchases: [],
  })
})

test.each([
  ['the payment is not confirmed yet', unpaid],
  ['the server cannot be reached', unreachable],
  ['the server has an outage', new ApiError(503, 'Unavailable', '{"message":"Away."}')],
])('if %s, it asks again after growing pauses', async (_case, answer) => {
  expect(await confirm([answer, answer, paid])).toEqual({
    result: { kind: 'active' },
    calls: 3,
    pauses: [1_000, 2_000],
    purchases: ['yearly'],
  })
  expect(await confirm([answer])).toMatchObject({
    result: { kind: 'waiting' },
    calls: 4,
    pauses: [1_000, 2_000, 4_000],
  })
})

test('a purchase that is reported before the subscription is active is counted once', async () => {
  const early: Reply = { isActive: false, purchase: { plan: 'yearly' } }
  expect(await confirm([early, { isActive: true, purchase: null }])).toMatchObject({
    result: { kind: 'active' },
    purchases: ['yearly'],
  })
})

test('a refusal is not repeated, and its message is passed on', async () => {
  expect(await confirm([refusal])).toMatchObject({
    result: { kind: 'refused', message: 'We don’t know this checkout.' },
    calls: 1,
  })
})

test.each([
  ['', null],
  ['plan=yearly', null],
  ['success=false', null],
  ['canceled=false', null],
  ['canceled=true', { kind: 'canceled' }],
  ['success=true', { kind: 'paid', sessionId: null }],
  ['success=true&plan=yearly', { kind: 'paid', sessionId: null }],
  ['success=true&session_id=', { kind: 'paid', sessionId: null }],
  ['success=true&plan=monthly&session_id=cs_test_1', { kind: 'paid', sessionId: 'cs_test_1' }],
  ['success=true&canceled=true', { kind: 'paid', sessionId: null }],
])('the query %j means %j', (query, meaning) => {
  expect(readCheckoutReturn(new URLSearchParams(query))).toEqual(meaning)
})
