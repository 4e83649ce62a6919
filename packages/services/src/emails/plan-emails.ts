import { loadPlanFacts } from '@doorman/db/queries/plan-facts'
import { mailboxes } from '@doorman/db/schema'
import { formatDateIn, formatDayIn, formatPrice } from '@doorman/domain/format'
import { toGraceEnd, toPlan, toTrialDaysLeft } from '@doorman/domain/plans/plan'
import { findPlanEnd } from '@doorman/domain/plans/plan-end'
import { toTrialReminder } from '@doorman/domain/plans/trial-reminder'
import type {
  PaymentFailed,
  PlanEnded,
  SubscriptionConfirmed,
  TrialReminder,
} from '@doorman/notify/notify'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { OrderedEmail } from './ordered-email.ts'

const toBillingUrl = ({ publicUrl }: Context) => `${publicUrl}/billing`

/** Without payments, Pro cannot be bought. */
function toOffer(ctx: Context) {
  const canSubscribe = ctx.payments !== null
  return { canSubscribe, url: canSubscribe ? toBillingUrl(ctx) : `${ctx.publicUrl}/dashboard` }
}

/** `null` if the user has subscribed since, or if the next reminder is due by now. */
export async function composeTrialReminder(
  ctx: Context,
  { email, user }: OrderedEmail,
): Promise<TrialReminder | null> {
  const now = ctx.now()
  const facts = await loadPlanFacts(ctx.db, user.id)
  const daysLeft = toTrialDaysLeft(facts.trialEndsAt, now)
  if (toPlan(facts, now) !== 'trial' || facts.trialEndsAt === null || daysLeft === null) return null
  if (String(toTrialReminder(daysLeft)) !== email.occasion) return null
  // The trial lasts a day longer than `trialEndsAt`. In that time, its last day is today.
  const lastDay = facts.trialEndsAt < now ? now : facts.trialEndsAt
  return {
    kind: 'trial-reminder',
    ...toOffer(ctx),
    daysLeft,
    endsOn: formatDayIn(user.timeZone, lastDay),
    mailboxCount: await ctx.db.$count(
      mailboxes,
      and(eq(mailboxes.userId, user.id), mailboxes.isActive),
    ),
    hasAgreedToReplies: user.repliesAgreedAt !== null,
  }
}

/** `null` if the user has Pro again. */
export async function composePlanEnded(
  ctx: Context,
  { user }: OrderedEmail,
): Promise<PlanEnded | null> {
  const end = findPlanEnd(await loadPlanFacts(ctx.db, user.id), ctx.now())
  if (end === null) return null
  const all = await ctx.db.select().from(mailboxes).where(eq(mailboxes.userId, user.id))
  const active = all.filter(({ isActive }) => isActive)
  const [kept] = active
  return {
    kind: 'plan-ended',
    ...toOffer(ctx),
    ended: end.ended,
    address: kept?.address ?? null,
    isFiltered: kept !== undefined && !kept.isPaused && kept.problem !== 'needs-reconnect',
    idleCount: all.length - active.length,
    hasAgreedToReplies: user.repliesAgreedAt !== null,
  }
}

/** `null` if the subscription has been cancelled or has ended since. */
export async function composeSubscriptionConfirmed(
  ctx: Context,
  { user }: OrderedEmail,
): Promise<SubscriptionConfirmed | null> {
  const facts = await loadPlanFacts(ctx.db, user.id)
  const { subscriptionStatus: status, interval, subscriptionEndsAt, cancelsAt } = facts
  const goesOn = (status === 'active' || status === 'trialing') && cancelsAt === null
  if (!goesOn || interval === null || subscriptionEndsAt === null) return null
  return {
    kind: 'subscription-confirmed',
    url: toBillingUrl(ctx),
    interval,
    nextBillingOn: formatDateIn(user.timeZone, subscriptionEndsAt),
  }
}

/** `null` if the user has paid since, or if Pro has ended. */
export async function composePaymentFailed(
  ctx: Context,
  { user }: OrderedEmail,
): Promise<PaymentFailed | null> {
  const facts = await loadPlanFacts(ctx.db, user.id)
  const graceEndsAt = toGraceEnd(facts)
  if (graceEndsAt === null || graceEndsAt <= ctx.now() || facts.overdueCents === null) return null
  return {
    kind: 'payment-failed',
    url: toBillingUrl(ctx),
    amount: formatPrice(facts.overdueCents),
    graceEndsOn: formatDayIn(user.timeZone, graceEndsAt),
  }
}
