import type { Mutation } from '../mutation.ts'

const plans = 'packages/domain/src/plans'
const stripe = 'packages/payments/src/stripe'
const billing = 'packages/services/src/billing'
const endTrials = 'packages/services/src/mailboxes/upkeep/end-trials.ts'
const planTest = `${plans}/plan.test.ts`
const planEndTest = `${plans}/plan-end.test.ts`
const chooseTest = `${plans}/choose-subscription.test.ts`
const stripeTest = `${stripe}/stripe-payments.test.ts`
const eventTest = `${stripe}/read-event.test.ts`
const startTest = `${billing}/start-checkout.db.test.ts`
const finishTest = `${billing}/finish-checkout.db.test.ts`
const syncTest = `${billing}/sync-subscription.db.test.ts`
const endTest = `${billing}/end-customers.db.test.ts`
const endTrialsTest = 'packages/services/src/mailboxes/upkeep/end-trials.db.test.ts'
const webhookTest = 'apps/api/src/routes/payment-webhook.db.test.ts'
const configTest = 'packages/runtime/src/config/config.test.ts'

/** Plans, Stripe, and what follows from a payment. */
export const payments: readonly Mutation[] = [
  {
    guarantee: 'a failed renewal keeps Pro for the grace period',
    file: `${plans}/plan.ts`,
    original: 'return graceEndsAt !== null && now < graceEndsAt',
    mutated: 'return false',
    tests: [planTest],
  },
  {
    guarantee: 'the grace period ends',
    file: `${plans}/plan.ts`,
    original: 'return graceEndsAt !== null && now < graceEndsAt',
    mutated: 'return graceEndsAt !== null',
    tests: [planTest],
  },
  {
    guarantee: 'a period that is not paid begins no new grace period',
    file: `${plans}/unpaid-since.ts`,
    original: 'Math.min(periodStartsAt.getTime(), paidUntil)',
    mutated: 'periodStartsAt.getTime()',
    tests: [`${plans}/unpaid-since.test.ts`, syncTest],
  },
  {
    guarantee: 'the best of several subscriptions counts, not the newest',
    file: `${plans}/choose-subscription.ts`,
    original: 'rank[one.status] - rank[other.status] || ',
    mutated: '',
    tests: [chooseTest],
  },
  {
    guarantee: 'a second subscription that could charge the user is found',
    file: `${plans}/choose-subscription.ts`,
    original: "return status !== 'canceled' && status !== 'incomplete_expired'",
    mutated: "return status === 'active'",
    tests: [chooseTest],
  },
  {
    guarantee: 'the last day of a trial is not its end',
    file: `${plans}/plan-end.ts`,
    original: 'trialEndsAt.getTime() + dayMs',
    mutated: 'trialEndsAt.getTime()',
    tests: [planEndTest],
  },
  {
    guarantee: 'JSON that is no object does not reach Stripe’s client, which would hang',
    file: `${stripe}/stripe-client.ts`,
    original: "if (!isObject(text)) throw new PaymentError('unavailable', 'unexpected answer')",
    mutated: '',
    tests: [stripeTest],
  },
  {
    guarantee: 'a redirect is not followed',
    file: `${stripe}/stripe-client.ts`,
    original: "{ ...init, redirect: 'manual' } as const",
    mutated: 'init',
    tests: [stripeTest],
  },
  {
    guarantee: 'a 404 without an error is no success',
    file: `${stripe}/stripe-failure.ts`,
    original: "if (object !== kind || (kind !== 'list' && typeof id !== 'string'))",
    mutated: 'if (object === undefined && id === null)',
    tests: [stripeTest],
  },
  {
    guarantee: 'a wrong price is not taken for a lost customer',
    file: `${stripe}/stripe-failure.ts`,
    original: "(statusCode === 404 || param === 'customer')",
    mutated: 'statusCode !== undefined',
    tests: [stripeTest],
  },
  {
    guarantee: 'with the key of another account nobody loses Pro',
    file: `${stripe}/stripe-payments.ts`,
    original: "if (hasFailed(error, 'gone') && (await isDeleted(customerId))) return []",
    mutated: "if (hasFailed(error, 'gone')) return []",
    tests: [stripeTest],
  },
  {
    guarantee: 'a status that we don’t know is not guessed',
    file: `${stripe}/to-subscription.ts`,
    original: "throw new PaymentError('refused', `unknown status ${toCode(status)}`)",
    mutated: "return 'active'",
    tests: [stripeTest],
  },
  {
    guarantee: 'an event of the other mode is refused',
    file: `${stripe}/read-event.ts`,
    original: " || event['livemode'] !== isLive",
    mutated: '',
    tests: [eventTest],
  },
  {
    guarantee: 'a signature from the future is refused',
    file: `${stripe}/read-event.ts`,
    original: ' || isFromTheFuture(signature, now)',
    mutated: '',
    tests: [eventTest],
  },
  {
    guarantee: 'an old signature is refused, by our clock',
    file: `${stripe}/read-event.ts`,
    original: '        now.getTime(),\n',
    mutated: '',
    tests: [eventTest],
  },
  {
    guarantee: 'a repeated event does nothing',
    file: `${billing}/receive-payment-event.ts`,
    original: 'if (!added || customerId === null) return',
    mutated: 'if (customerId === null) return',
    tests: [webhookTest],
  },
  {
    guarantee: 'an unproven event is refused',
    file: 'apps/api/src/routes/payment-webhook.ts',
    original: "if (event === 'unproven') throw new UnprovenEvent()",
    mutated: "if (event === 'unproven') return reply.status(204).send()",
    tests: [webhookTest],
  },
  {
    guarantee: 'an older answer does not overwrite a newer one',
    file: `${billing}/sync-subscription.ts`,
    original: '      setWhere: lt(subscriptions.readAt, sql`${readAt}::timestamptz`),\n',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'a deleted user is not recreated',
    file: `${billing}/sync-subscription.ts`,
    original: 'if (!(await lockUser(tx, userId))) return false',
    mutated: 'await lockUser(tx, userId)',
    tests: [syncTest],
  },
  {
    guarantee: 'a payment activates all mailboxes',
    file: `${billing}/sync-subscription.ts`,
    original: '  await applyPlan(ctx, tx, { userId })\n',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'a payment syncs mailboxes that waited for the daily check',
    file: 'packages/services/src/plans/apply-plan.ts',
    original: '  if (isPro(plan)) await syncLate(ctx, tx, plan, all)\n',
    mutated: '',
    tests: [syncTest],
  },
  {
    guarantee: 'a second subscription is cancelled',
    file: `${billing}/sync-subscription.ts`,
    original: 'for (const surplus of listSurplus(found)) {',
    mutated: 'for (const surplus of listSurplus([])) {',
    tests: [syncTest],
  },
  {
    guarantee: 'a subscriber has no checkout left to pay',
    file: `${billing}/sync-subscription.ts`,
    original: 'if (!current || !hasSubscription(current.status)) return',
    mutated: 'if (current || !current) return',
    tests: [startTest],
  },
  {
    guarantee: 'Stripe is asked before a second checkout starts',
    file: `${billing}/start-checkout.ts`,
    original: '    await syncSubscription(ctx, { userId })\n',
    mutated: '',
    tests: [startTest],
  },
  {
    guarantee: 'a subscriber cannot start a second checkout',
    file: `${billing}/start-checkout.ts`,
    original: '    await refuseSecond(ctx, userId)\n',
    mutated: '',
    tests: [startTest],
  },
  {
    guarantee: 'two tabs get the same checkout',
    file: `${billing}/start-checkout.ts`,
    original: "${newest?.providerSessionId ?? 'first'}`",
    mutated: '${Math.random()}`',
    tests: [startTest],
  },
  {
    guarantee: 'a checkout that is over is not offered again',
    file: `${billing}/start-checkout.ts`,
    original: 'if ((await payments.loadCheckout(stored.providerSessionId)).isOpen) return stored',
    mutated: 'if (stored) return stored',
    tests: [startTest],
  },
  {
    guarantee: 'the other plan’s checkout expires',
    file: `${billing}/start-checkout.ts`,
    original: '  await expireCheckouts(ctx, payments, others).catch(ctx.report)\n',
    mutated: '',
    tests: [startTest],
  },
  {
    guarantee: 'two tabs create one customer',
    file: `${billing}/customers.ts`,
    original: 'const idempotencyKey = `customer-${userId}`',
    mutated: 'const idempotencyKey = `customer-${Math.random()}`',
    tests: [startTest],
  },
  {
    guarantee: 'a customer whose user is deleted meanwhile is ended',
    file: `${billing}/customers.ts`,
    original: 'if (!user) await ctx.jobs.enqueue(tx, endCustomersJob, {})',
    mutated: '',
    tests: [startTest],
  },
  {
    guarantee: 'another user’s checkout does not exist',
    file: `${billing}/finish-checkout.ts`,
    original: ', eq(checkouts.userId, userId))',
    mutated: ')',
    tests: [finishTest, 'apps/api/src/tests/foreign-ids.db.test.ts'],
  },
  {
    guarantee: 'a purchase counts once',
    file: `${billing}/finish-checkout.ts`,
    original: 'and(isOwn, isNull(checkouts.purchaseTrackedAt))',
    mutated: 'isOwn',
    tests: [finishTest],
  },
  {
    guarantee: 'only a paid checkout is a purchase',
    file: `${billing}/finish-checkout.ts`,
    original: 'if (!isPaid) return { isActive, purchase: null }',
    mutated: '',
    tests: [finishTest],
  },
  {
    guarantee: 'a payment whose return fails is applied by a job',
    file: `${billing}/finish-checkout.ts`,
    original: 'await ctx.jobs.enqueue(ctx.db, syncSubscriptionJob, { userId })',
    mutated: '',
    tests: [finishTest],
  },
  {
    guarantee: 'receipts are the user’s own',
    file: `${billing}/list-receipts.ts`,
    original: '    .where(eq(customers.userId, userId))\n',
    mutated: '',
    tests: [finishTest],
  },
  {
    guarantee: 'a deleted account ends its subscription',
    file: 'packages/services/src/users/delete-user.ts',
    original: '    await ctx.jobs.enqueue(tx, endCustomersJob, {})\n',
    mutated: '',
    tests: ['apps/api/src/routes/billing.db.test.ts'],
  },
  {
    guarantee: 'the last payment of a deleted user is recorded',
    file: `${billing}/end-customers.ts`,
    original:
      'await recordPayments(ctx.db, orphan, await payments.listPaidInvoices(providerCustomerId))',
    mutated: '',
    tests: [endTest],
  },
  {
    guarantee: 'one lost customer does not keep the others',
    file: `${billing}/end-customers.ts`,
    original:
      "if (!(error instanceof PaymentError) || error.failure === 'unavailable') throw error",
    mutated: 'throw error',
    tests: [endTest],
  },
  {
    guarantee: 'payments are kept for seven years',
    file: `${plans}/plan.ts`,
    original: 'export const paymentRetentionYears = 7',
    mutated: 'export const paymentRetentionYears = 6',
    tests: [endTest],
  },
  {
    guarantee: 'a user hears once that the plan has ended',
    file: endTrials,
    original: '${since.toISOString()}`',
    mutated: '${now.toISOString()}`',
    tests: [endTrialsTest],
  },
  {
    guarantee: 'a grace period that is over and a cancellation are one end',
    file: endTrials,
    original: "end.ended === 'subscription' ? (facts.periodStartsAt ?? end.at) : end.at",
    mutated: 'end.at',
    tests: [endTrialsTest],
  },
  {
    guarantee: 'a trial that ended before these emails existed causes none',
    file: endTrials,
    original: ' || end.at.getTime() <= now.getTime() - maxEmailDelayMs',
    mutated: '',
    tests: [endTrialsTest],
  },
  {
    guarantee: 'a payment during the job keeps Pro',
    file: endTrials,
    original: '  await lockUser(tx, userId)\n',
    mutated: '',
    tests: [endTrialsTest],
  },
  {
    guarantee: 'a test key is refused at a public address',
    file: 'packages/runtime/src/config/payment-config.ts',
    original: 'if (!isLiveKey(secretKey) && !isLocal)',
    mutated: 'if (!secretKey && !isLocal)',
    tests: [configTest],
  },
  {
    guarantee: 'a live key is refused on this machine',
    file: 'packages/runtime/src/config/payment-config.ts',
    original: 'if (isLiveKey(secretKey) && isLocal)',
    mutated: 'if (!secretKey && isLocal)',
    tests: [configTest],
  },
]
