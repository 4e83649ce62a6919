import { lockUser } from '@doorman/db/queries/lock-user'
import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { checkouts } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { hasSubscription } from '@doorman/domain/plans/choose-subscription'
import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import { minuteMs } from '@doorman/domain/time'
import { PaymentError } from '@doorman/payments/payment-error'
import type { Checkout, Payments } from '@doorman/payments/payments'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { closeCheckout, expireCheckouts, listCheckouts, type StoredCheckout } from './checkouts.ts'
import { createCustomer, findCustomer, replaceCustomer, signedOut } from './customers.ts'
import { requirePayments, whileUserWaits } from './payment-failure.ts'
import { syncSubscription } from './sync-subscription.ts'

/** A checkout that expires sooner is not offered again: its user needs time to pay. */
const minTimeToPayMs = 30 * minuteMs

/**
 * Returns the address of a page where the user can subscribe: the page of a checkout that they left
 * unfinished, or of a new one. A new checkout expires the others.
 */
export async function startCheckout(
  ctx: Context,
  { userId }: Actor,
  { interval }: { readonly interval: SubscriptionInterval },
): Promise<{ readonly url: string }> {
  const payments = requirePayments(ctx)
  await ctx.limits.count('checkout-user', userId)
  return whileUserWaits(ctx, async () => {
    // The order matters: a checkout that was just paid is no longer open, and `refuseSecond` then
    // finds its subscription.
    const open = await findOpen(ctx, payments, { userId, interval })
    await refuseSecond(ctx, userId)
    if (open) return open
    const checkout = await create(ctx, payments, { userId, interval })
    const others = await store(ctx, { userId, interval, checkout })
    // The user has paid on another page in the meantime. The sync expires the new checkout.
    if (await expireOthers(ctx, payments, others)) await refuseSecond(ctx, userId)
    return checkout
  })
}

type Order = Pick<Actor, 'userId'> & { readonly interval: SubscriptionInterval }

async function findOpen(
  ctx: Context,
  payments: Payments,
  { userId, interval }: Order,
): Promise<StoredCheckout | null> {
  const lastMoment = new Date(ctx.now().getTime() + minTimeToPayMs)
  const stored = (await listCheckouts(ctx.db, userId)).find(
    (checkout) => checkout.interval === interval && checkout.expiresAt > lastMoment,
  )
  if (!stored) return null
  if ((await payments.loadCheckout(stored.providerSessionId)).isOpen) return stored
  await closeCheckout(ctx, stored.providerSessionId)
  return null
}

async function refuseSecond(ctx: Context, userId: Actor['userId']): Promise<void> {
  await syncSubscription(ctx, { userId })
  const { subscriptionStatus } = await loadPlanFacts(ctx.db, userId)
  if (hasSubscription(subscriptionStatus))
    throw new AppError(
      'conflict',
      'You already have a subscription. You can change your plan or your card under Manage subscription.',
    )
}

async function create(
  ctx: Context,
  payments: Payments,
  { userId, interval }: Order,
): Promise<Checkout> {
  const [newest] = await listCheckouts(ctx.db, userId)
  const begin = (customerId: string) =>
    payments.createCheckout({
      customerId,
      interval,
      successUrl: `${ctx.publicUrl}/billing?success=true&plan=${interval}&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${ctx.publicUrl}/billing?canceled=true`,
      // Two tabs race to start a checkout, and the user could pay in both. Both tabs have the same
      // newest checkout, so they use the same key and get the same page.
      idempotencyKey: `checkout-${customerId}-${interval}-${newest?.providerSessionId ?? 'first'}`,
    })
  const customer = await findCustomer(ctx.db, userId)
  if (!customer) return begin(await createCustomer(ctx, payments, userId))
  try {
    return await begin(customer.providerCustomerId)
  } catch (error) {
    // The sync before did not fail, so the key is right: an operator has deleted the customer.
    if (!(error instanceof PaymentError && error.failure === 'gone')) throw error
    return begin(await replaceCustomer(ctx, payments, { ...customer, userId }))
  }
}

/** Returns the ids of the user's other checkouts that may be open. */
async function store(
  ctx: Context,
  { userId, interval, checkout }: Order & { readonly checkout: Checkout },
): Promise<readonly string[]> {
  const { id: providerSessionId, url, expiresAt } = checkout
  const now = ctx.now()
  return ctx.db.transaction(async (tx) => {
    // Two tabs may start checkouts of different plans. The user's lock orders them, so the second
    // expires the first, and they can't expire each other.
    if (!(await lockUser(tx, userId))) throw signedOut()
    const open = (await listCheckouts(tx, userId)).filter((other) => other.expiresAt > now)
    await tx
      .insert(checkouts)
      .values({ providerSessionId, userId, interval, url, createdAt: now, expiresAt })
      .onConflictDoNothing()
    return open.map((other) => other.providerSessionId).filter((id) => id !== providerSessionId)
  })
}

/** Returns whether one of the other checkouts was complete already. */
async function expireOthers(
  ctx: Context,
  payments: Payments,
  others: readonly string[],
): Promise<boolean> {
  try {
    return await expireCheckouts(ctx, payments, others)
  } catch (error) {
    // The new page is good without this. If both are paid, the sync cancels one of the subscriptions.
    ctx.report(error)
    return false
  }
}
