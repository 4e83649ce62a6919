import type { Db } from '@doorman/db/client'
import { lockUser } from '@doorman/db/queries/lock-user'
import { subscriptions } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import {
  chooseSubscription,
  hasSubscription,
  listSurplus,
} from '@doorman/domain/plans/choose-subscription'
import type { PaidInvoice, Payments, Subscription } from '@doorman/payments/payments'
import { and, eq, lt, sql } from 'drizzle-orm'
import { orderEmails, type EmailOrder } from '../emails/order-email.ts'
import { applyChangedPlan } from '../plans/apply-plan.ts'
import type { Context } from '../ports/context.ts'
import { expireCheckouts, listCheckouts } from './checkouts.ts'
import { findCustomer, type Customer } from './customers.ts'
import { recordPayments } from './record-payments.ts'

/** What the provider said about one customer. */
type Answer = {
  readonly customer: Customer
  /** Database time just before the provider was asked. With microseconds, so not as a `Date`. */
  readonly readAt: string
  readonly found: readonly Subscription[]
  readonly invoices: readonly PaidInvoice[]
}

/**
 * Asks the payment provider what the user pays for, and does everything that follows from it. A
 * webhook event, a return from a checkout and the nightly job all end here, so it does not matter
 * which of them come, how often, or in which order.
 */
export async function syncSubscription(
  ctx: Context,
  { userId }: { readonly userId: UserId },
): Promise<void> {
  const { payments } = ctx
  const customer = await findCustomer(ctx.db, userId)
  if (!payments || !customer) return
  const readAt = await loadDatabaseTime(ctx.db)
  const found = await payments.listSubscriptions(customer.providerCustomerId)
  const invoices = await payments.listPaidInvoices(customer.providerCustomerId)
  const answer = { customer, readAt, found, invoices }
  const isApplied = await ctx.db.transaction((tx) => apply(ctx, tx, userId, answer))
  if (isApplied) await tidyUp(ctx, payments, userId, found)
}

/** Returns false if a newer answer has been applied, or if the user was deleted meanwhile. */
async function apply(ctx: Context, tx: Db, userId: UserId, answer: Answer): Promise<boolean> {
  // Two syncs of one user race, also with the end of a trial. The lock on the user serialises them.
  if (!(await lockUser(tx, userId))) return false
  await recordPayments(ctx, tx, answer.customer, answer.invoices)
  const current = chooseSubscription(answer.found)
  const isNewer = current
    ? await storeSubscription(tx, userId, current, answer)
    : await storeEnd(ctx, tx, userId, answer)
  if (!isNewer) return false
  await applyChangedPlan(ctx, tx, { userId })
  if (current) await orderEmails(ctx, tx, listEmails(userId, current))
  return true
}

/**
 * A slow answer races with a newer one and would overwrite it. The row stores when its answer was
 * requested, and an answer to an older request changes nothing.
 */
async function storeSubscription(
  tx: Db,
  userId: UserId,
  current: Subscription,
  { readAt }: Answer,
): Promise<boolean> {
  const values = {
    status: current.status,
    interval: current.interval,
    // The first unpaid period: otherwise each new period would begin another grace period.
    periodStartsAt: current.openInvoice?.periodStartsAt ?? current.periodStartsAt,
    endsAt: current.periodEndsAt,
    cancelsAt: current.cancelsAt,
    overdueCents: current.openInvoice?.amountCents ?? null,
    readAt: sql`${readAt}::timestamptz`,
  }
  const stored = await tx
    .insert(subscriptions)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: subscriptions.userId,
      set: values,
      setWhere: lt(subscriptions.readAt, sql`${readAt}::timestamptz`),
    })
    .returning({ userId: subscriptions.userId })
  return stored.length > 0
}

/**
 * The provider has no subscription: the user never paid, or an operator has deleted the customer.
 */
async function storeEnd(
  ctx: Context,
  tx: Db,
  userId: UserId,
  { readAt }: Answer,
): Promise<boolean> {
  const ended = await tx
    .update(subscriptions)
    .set({
      status: 'canceled',
      cancelsAt: sql`least(${subscriptions.cancelsAt}, ${ctx.now()}::timestamptz)`,
      readAt: sql`${readAt}::timestamptz`,
    })
    .where(
      and(eq(subscriptions.userId, userId), lt(subscriptions.readAt, sql`${readAt}::timestamptz`)),
    )
    .returning({ userId: subscriptions.userId })
  return ended.length > 0
}

/** The provider's ids are the occasions, so each email is sent once. */
function listEmails(userId: UserId, { id, status, openInvoice }: Subscription): EmailOrder[] {
  if (status === 'active') return [{ userId, kind: 'subscription-confirmed', occasion: id }]
  if (status !== 'past_due' || !openInvoice) return []
  return [{ userId, kind: 'payment-failed', occasion: openInvoice.id }]
}

/** A user who paid in two tabs has two subscriptions. Only one of them is kept. */
class SecondSubscription extends Error {
  override readonly name = 'SecondSubscription'
  /** The provider's id, for the log: an operator may have to refund it. */
  readonly code: string

  constructor(id: string) {
    super('A second subscription is cancelled')
    this.code = id
  }
}

/** Ends what could charge the user a second time: other subscriptions, and checkouts left open. */
async function tidyUp(
  ctx: Context,
  payments: Payments,
  userId: UserId,
  found: readonly Subscription[],
): Promise<void> {
  for (const surplus of listSurplus(found)) {
    // Report first, then cancel: a process that is killed in between reports it again in the retry.
    // In the other order the report could be lost, and the money would not be refunded.
    ctx.report(new SecondSubscription(surplus.id))
    await payments.cancelSubscription(surplus.id, 'Second subscription, cancelled by Doorman')
  }
  const current = chooseSubscription(found)
  if (!current || !hasSubscription(current.status)) return
  const open = (await listCheckouts(ctx.db, userId)).filter(
    ({ expiresAt }) => expiresAt > ctx.now(),
  )
  await expireCheckouts(
    ctx,
    payments,
    open.map(({ providerSessionId }) => providerSessionId),
  )
}

async function loadDatabaseTime(db: Db): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return rows[0]?.now ?? ''
}
