import { openDb } from '@doorman/db/client'
import { emails, paymentEvents } from '@doorman/db/schema'
import { loadUserId } from '@doorman/db/testing/seeds'
import { cards, connectStripe } from '@doorman/simulators/testing/stripe-client'
import { and, eq, isNull } from 'drizzle-orm'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Customer } from './harness/customer.ts'
import { openPaymentLane, type PaymentLane } from './harness/payment-lane.ts'
import { waitUntil } from './harness/processes.ts'

const advisoryLock = 17

/** Where the web process waits when it is killed, and how many events the database has then. */
const moments = {
  'before it has stored the event': {
    prepare: 'select',
    lock: 'lock table payment_events in exclusive mode',
    storedCount: 0,
  },
  // A deferred trigger runs within the commit. PostgreSQL completes it for a client that is dead.
  'after it has stored the event, but before it answers': {
    prepare: `
      create function wait_for_test() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${advisoryLock});
        return null;
      end $$;
      create constraint trigger wait_for_test after insert on payment_events
      deferrable initially deferred for each row execute function wait_for_test()`,
    lock: `select pg_advisory_xact_lock(${advisoryLock})`,
    storedCount: 1,
  },
} as const

test.for(Object.entries(moments))(
  'a web process killed %s: the payment is applied and confirmed once',
  { timeout: 600_000 },
  async ([_name, { prepare, lock, storedCount }], { onTestFinished }) => {
    const lane = await openPaymentLane(onTestFinished)
    const { db } = lane.demo.ctx
    const customer = await Customer.signUp(lane.demo, lane.waitUntilIdle)
    const event = await payUnheard(lane, customer)
    await db.execute(prepare)
    const { child, url } = await lane.startWeb()
    const release = await hold(lane.databaseUrl, lock)
    const answer = event.sendTo(url).catch(() => 'no answer')
    await waitUntil(async () => (await countBlocked(lane)) > 0, 'The web process waits')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await answer).toBe('no answer')
    await release()
    await waitUntil(async () => (await countBlocked(lane)) === 0, 'The transaction is over')
    expect(await db.$count(paymentEvents, eq(paymentEvents.id, event.id))).toBe(storedCount)

    // Stripe sends the event until it gets an answer, and now and then once more.
    const again = await lane.startWeb()
    expect([await event.sendTo(again.url), await event.sendTo(again.url)]).toEqual([204, 204])
    const userId = await loadUserId(db, customer.email)
    // The notice to the operator is switched off, and dropped.
    const isKept = and(eq(emails.userId, userId), isNull(emails.droppedAt))
    const listEmails = () => db.select().from(emails).where(isKept)
    await waitUntil(
      async () => (await listEmails()).some(({ kind }) => kind === 'subscription-confirmed'),
      'The confirmation is ordered',
    )
    await lane.waitUntilIdle()
    expect(await db.$count(paymentEvents, eq(paymentEvents.id, event.id))).toBe(1)
    expect(await customer.billing()).toMatchObject({ accountType: 'paid' })
    const ordered = await listEmails()
    expect(ordered.map(({ kind }) => kind).toSorted()).toEqual([
      'subscription-confirmed',
      'verify-email',
    ])
    expect(lane.listReceived(customer.email)).toEqual(ordered.map(({ id }) => id).toSorted())
  },
)

/** Pays, while Stripe sends no events. Returns the one that says that the invoice was paid. */
async function payUnheard({ demo }: PaymentLane, customer: Customer) {
  const { simulators, stripe } = demo.simulated
  simulators.stripe.setDeliveryFaults({ drop: true })
  await customer.pay(await customer.startCheckout('monthly'), cards.pays)
  const event = simulators.stripe.events.findLast(({ type }) => type === 'invoice.paid')
  if (!event) throw new Error('The invoice is not paid')
  const payload = JSON.stringify(event)
  const { webhooks } = connectStripe(simulators.stripe.handle, stripe.secretKey)
  const [secret = ''] = stripe.webhookSecrets
  return {
    id: event.id,
    /** Returns the status of the answer. */
    async sendTo(url: string): Promise<number> {
      const { status } = await fetch(`${url}/api/webhooks/stripe`, {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }) },
      })
      return status
    },
  }
}

/** Holds a lock until the returned function is called. */
async function hold(databaseUrl: string, lock: string): Promise<() => Promise<void>> {
  const { pool, close } = openDb(databaseUrl)
  const client = await pool.connect()
  await client.query('begin')
  await client.query(lock)
  return async () => {
    await client.query('commit')
    client.release()
    await close()
  }
}

async function countBlocked({ demo }: PaymentLane): Promise<number> {
  const { rows } = await demo.ctx.db.execute(`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}
