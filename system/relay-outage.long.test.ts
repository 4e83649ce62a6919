import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { emails, users } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { dayMs, hourMs } from '@doorman/domain/time'
import { cards } from '@doorman/simulators/testing/stripe-client'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Customer } from './harness/customer.ts'
import { openDemo } from './harness/demo.ts'
import { createDelivery, pitch } from './harness/messages.ts'
import { advance, advanceToThursday, jumpDays, runSchedules } from './harness/pass-time.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { db } = demo.ctx
const { notify } = demo

/** More often than the queue retries a job. */
const attempts = 16

async function retryJobs(): Promise<void> {
  await db.execute("update pgboss.job set start_after = now() where state = 'retry'")
  await runSchedules(demo)
}

test('after two days without a relay, every email is sent once', async () => {
  demo.expectError('job-failed')
  await advanceToThursday(demo)
  const ann = await Customer.signUp(demo)
  const bob = await Customer.signUp(demo)
  await bob.confirmAddress()
  createDelivery(demo.world)(await bob.connect('gmail'), {
    ...pitch,
    from: 'Dale <dale@boost.example>',
  })
  await jumpDays(demo, 3)
  // On Monday a report is due, and a reminder.
  const trialEndsAt = new Date(demo.ctx.now().getTime() + 8 * dayMs)
  await db.update(users).set({ trialEndsAt }).where(eq(users.email, bob.email))
  notify.sent.length = 0

  notify.failAllWith = { kind: 'unavailable' }
  await ann.pay(await ann.startCheckout('monthly'), cards.pays)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await advance(demo, (2 * dayMs) / attempts)
    await retryJobs()
  }
  expect(notify.sent).toEqual([])
  const waiting = await db
    .select()
    .from(emails)
    .where(and(isNull(emails.sentAt), isNull(emails.droppedAt)))
  expect(waiting.map(({ kind }) => kind).toSorted()).toEqual([
    'subscription-confirmed',
    'trial-reminder',
    'weekly-report',
  ])

  notify.failAllWith = null
  await advance(demo, hourMs)
  await retryJobs()
  await retryJobs()
  expect(notify.sent.map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted())
}, 60_000)
