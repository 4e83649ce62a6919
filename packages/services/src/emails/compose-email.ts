import { settings } from '@doorman/db/schema'
import {
  optionalEmailKinds,
  toMaxEmailAgeMs,
  type EmailKind,
  type OptionalEmailKind,
} from '@doorman/domain/accounts/email-kinds'
import { isEmailAddress } from '@doorman/domain/mail/email-address'
import type { Unsubscribe, UserEmail } from '@doorman/notify/notify'
import type { Context } from '../ports/context.ts'
import { composeAccountEmail, composeLinkEmail, composeNewUser } from './account-emails.ts'
import { composeAddressChanged, composeConfirmation } from './address-emails.ts'
import { composeMailboxLost, composeSenderLetIn } from './mailbox-emails.ts'
import { preferenceOf } from './optional-emails.ts'
import type { OrderedEmail } from './ordered-email.ts'
import {
  composePaymentFailed,
  composePlanEnded,
  composeSubscriptionConfirmed,
  composeTrialReminder,
} from './plan-emails.ts'
import { toUnsubscribe } from './unsubscribe-links.ts'
import { composeWeeklyReport } from './weekly-report.ts'

type ComposedEmail = {
  readonly to: string
  readonly email: UserEmail
  readonly unsubscribe?: Unsubscribe
}

type Settings = typeof settings.$inferSelect

/** Builds one kind of email from the database; `null` if it would no longer be true. */
type Compose = (ctx: Context, ordered: OrderedEmail) => Promise<UserEmail | null>

const composers: Readonly<Record<EmailKind, Compose>> = {
  'verify-email': composeLinkEmail('verify-email'),
  'reset-password': composeLinkEmail('reset-password'),
  'set-password': composeLinkEmail('set-password'),
  'password-set': composeAccountEmail('password-set', '/forgot-password'),
  'password-changed': composeAccountEmail('password-changed', '/forgot-password'),
  'second-factor-changed': composeAccountEmail('second-factor-changed', '/forgot-password'),
  'sign-in-linked': composeAccountEmail('sign-in-linked', '/account-settings'),
  'address-taken': composeAccountEmail('address-taken', '/forgot-password'),
  welcome: composeAccountEmail('welcome', '/accounts'),
  'sender-let-in': composeSenderLetIn,
  'mailbox-lost': composeMailboxLost,
  'trial-reminder': composeTrialReminder,
  'plan-ended': composePlanEnded,
  'subscription-confirmed': composeSubscriptionConfirmed,
  'payment-failed': composePaymentFailed,
  'weekly-report': composeWeeklyReport,
  'new-user': composeNewUser,
  'confirm-old-address': composeConfirmation('confirm-old-address'),
  'confirm-new-address': composeConfirmation('confirm-new-address'),
  'address-changed': composeAddressChanged,
}

/** What an admin can switch off. Emails about the account and its security are always sent. */
const adminSwitches = {
  welcome: 'welcomeEmail',
  'trial-reminder': 'trialReminder',
  'subscription-confirmed': 'subscriptionConfirmation',
  'payment-failed': 'paymentFailed',
  'weekly-report': 'weeklyReport',
  'new-user': 'newUserNotificationEnabled',
} as const satisfies Partial<Record<EmailKind, keyof Settings>>

/**
 * Composes the email from current data. `null` if it is no longer true, too late, or switched off.
 * Links get their tokens here, and get the same ones if the email is sent again.
 */
export async function composeEmail(
  ctx: Context,
  ordered: OrderedEmail,
): Promise<ComposedEmail | null> {
  const { email, user } = ordered
  const { kind } = email
  const ageMs = ctx.now().getTime() - email.createdAt.getTime()
  if (ageMs > toMaxEmailAgeMs(kind)) return null
  const [switches] = await ctx.db.select().from(settings)
  if (!switches || !isSwitchedOn(kind, switches, user)) return null
  const to =
    kind === 'new-user'
      ? switches.newUserNotificationRecipient.trim()
      : (email.recipient ?? user.email)
  // Saved while the admin types, so it may be half an address.
  if (kind === 'new-user' && !isEmailAddress(to)) return null
  const composed = await composers[kind](ctx, ordered)
  if (composed === null) return null
  return {
    to,
    email: composed,
    ...(isOptional(kind) && { unsubscribe: toUnsubscribe(ctx, user.id, kind) }),
  }
}

function isSwitchedOn(kind: EmailKind, switches: Settings, user: OrderedEmail['user']): boolean {
  const isOnForAll = !hasAdminSwitch(kind) || switches[adminSwitches[kind]]
  return isOnForAll && (!isOptional(kind) || user[preferenceOf[kind]])
}

function hasAdminSwitch(kind: EmailKind): kind is keyof typeof adminSwitches {
  return Object.hasOwn(adminSwitches, kind)
}

function isOptional(kind: EmailKind): kind is OptionalEmailKind {
  return optionalEmailKinds.some((optional) => optional === kind)
}
