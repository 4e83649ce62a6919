import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { beforeEach, expect, test, vi } from 'vitest'
import { Customer } from './harness/customer.ts'
import { openDemo } from './harness/demo.ts'
import { createDelivery, ownFolder, pitch } from './harness/messages.ts'
import { advanceToThursday, jumpDays } from './harness/pass-time.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const deliver = createDelivery(demo.world)

vi.setConfig({ testTimeout: 60_000 })

let senderCount = 0
function receivePitch(store: MailStore): string {
  senderCount += 1
  return deliver(store, { ...pitch, from: `Dale <dale@boost${senderCount}.example>` }).id
}

/** A user whose days begin at midnight in UTC. */
async function newReader(): Promise<{ customer: Customer; store: MailStore }> {
  const customer = await Customer.signUp(demo)
  await customer.confirmAddress()
  return { customer, store: await customer.connect('gmail') }
}

/** From Thursday at ten to Monday at ten. */
async function passWeekend(): Promise<void> {
  await jumpDays(demo, 3)
  await jumpDays(demo, 1)
}

beforeEach(() => advanceToThursday(demo))

test('a report comes once for every week in which messages were screened', async () => {
  const readers = [await newReader(), await newReader(), await newReader()] as const
  const [ann, paused, disconnected] = readers
  const countReports = () => readers.map(({ customer }) => customer.emails('weekly-report').length)
  for (const { store } of readers) receivePitch(store)
  await jumpDays(demo, 3)
  const [account] = await paused.customer.accounts('gmail')
  await paused.customer.call('PATCH', `/api/gmail-accounts/${account?.id}/pause`)
  const [other] = await disconnected.customer.accounts('gmail')
  await disconnected.customer.call('DELETE', `/api/gmail-accounts/${other?.id}`)
  expect(countReports()).toEqual([0, 0, 0])

  await jumpDays(demo, 1)
  expect(countReports()).toEqual([1, 1, 0])
  expect(ann.customer.emails('weekly-report')).toMatchObject([{ processed: 1, filtered: 1 }])
  await jumpDays(demo, 1)
  for (const { store } of readers) receivePitch(store)
  await jumpDays(demo, 5)
  expect(countReports()).toEqual([1, 1, 0])

  // No worker runs on Monday.
  await jumpDays(demo, 2)
  expect(countReports()).toEqual([2, 1, 0])
  await jumpDays(demo, 1)
  expect(countReports()).toEqual([2, 1, 0])
  const [first, second] = ann.customer.emails('weekly-report')
  expect(second).toMatchObject({ processed: 1, filtered: 1 })
  expect(second?.week).not.toBe(first?.week)
})

test('a link in the report restores one email without a login session, once', async () => {
  const { customer, store } = await newReader()
  const id = receivePitch(store)
  await passWeekend()
  const [report] = customer.emails('weekly-report')
  expect(report?.leastCertain).toMatchObject([{ subject: pitch.subject }])
  const url = new URL(report?.leastCertain[0]?.restoreUrl ?? '')
  const body = { token: url.searchParams.get('token') }

  // The requests of the page. A browser test checks that opening it changes nothing.
  expect((await demo.request('GET', `/api/restore-links${url.search}`)).status).toBe(404)
  const check = await demo.request('POST', '/api/restore-links/check', { body })
  expect(check.body).toMatchObject({ subject: pitch.subject, mailbox: store.address })
  await demo.runJobsUntilIdle()
  expect([...store.load(id).folders]).toEqual([ownFolder(store)])

  expect((await demo.request('POST', '/api/restore-links', { body })).status).toBe(200)
  await demo.runJobsUntilIdle()
  expect([...store.load(id).folders]).toEqual(['inbox'])
  const again = await demo.request('POST', '/api/restore-links/check', { body })
  expect(again).toMatchObject({ status: 200, body: { isRestored: true } })
})

test('the unsubscribe button of a mail program ends the reports', async () => {
  const { customer, store } = await newReader()
  receivePitch(store)
  await passWeekend()
  const report = demo.notify.sent.findLast(({ to }) => to === customer.email)
  const url = new URL(report?.unsubscribe?.oneClickUrl ?? '')
  const answer = await demo.app.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(answer.statusCode).toBe(200)
  receivePitch(store)
  await jumpDays(demo, 1)
  await jumpDays(demo, 6)
  expect(customer.emails('weekly-report')).toHaveLength(1)
})
