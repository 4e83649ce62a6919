import { productName } from '@doorman/domain/brand'
import { formatCountOf, formatPrice } from '@doorman/domain/format'
import { pricePerMonthCents, pricePerYearCents, proFilterSeconds } from '@doorman/domain/plans/plan'
import type { PaymentFailed, PlanEnded, SubscriptionConfirmed, TrialReminder } from '../notify.ts'
import {
  checkedOnceADay,
  describeIdle,
  describeReplies,
  fewerChoices,
  nothingDeleted,
} from './free-plan.ts'
import { Bullets, Paragraph, Subheading, TextLink } from './parts.tsx'
import type { Template } from './template.ts'

const perMonth = `${formatPrice(pricePerMonthCents)} a month`
const perYear = `${formatPrice(pricePerYearCents)} a year`

export function trialReminder(email: TrialReminder): Template {
  const { url, daysLeft, endsOn, mailboxCount, hasAgreedToReplies, canSubscribe } = email
  const title = `Your Pro trial ends ${toWhen(daysLeft)}`
  return {
    subject: title,
    preview: canSubscribe
      ? 'What stays, what changes, and how to keep Pro. Nothing is deleted either way.'
      : 'What stays and what changes. Nothing is deleted.',
    title,
    body: (
      <>
        <Paragraph>
          {daysLeft === 0
            ? `Today, ${endsOn}, is the last day of your trial.`
            : `You have all of Pro until the end of ${endsOn}.`}{' '}
          After that you move to Free Forever. There’s nothing to cancel, and we can’t charge you,
          because we never asked for a card.
        </Paragraph>
        <Subheading>What stays</Subheading>
        <Bullets items={[describeProtection(mailboxCount), nothingDeleted]} />
        <Subheading>What changes</Subheading>
        <Bullets items={[checkedOnceADay, describeReplies(hasAgreedToReplies), fewerChoices]} />
        {canSubscribe && (
          <Paragraph>
            To keep Pro, subscribe for {perMonth} or {perYear}.
          </Paragraph>
        )}
      </>
    ),
    action: { label: canSubscribe ? 'Keep Pro Features' : `Open ${productName}`, url },
  }
}

function describeProtection(mailboxCount: number): string {
  if (mailboxCount === 0) return 'Free covers one mailbox, whenever you connect it.'
  if (mailboxCount === 1) return 'Your mailbox stays covered.'
  return `One mailbox stays covered, and you can choose which. ${describeIdle(mailboxCount - 1)}`
}

function toWhen(daysLeft: number): string {
  if (daysLeft === 0) return 'today'
  return daysLeft === 1 ? 'tomorrow' : `in ${formatCountOf(daysLeft, 'day', 'days')}`
}

export function planEnded(email: PlanEnded): Template {
  const { url, ended, address, isFiltered, idleCount, hasAgreedToReplies, canSubscribe } = email
  return {
    subject: 'You’re on Free Forever now',
    preview:
      address === null || !isFiltered
        ? 'Here’s what it includes. Nothing was deleted.'
        : 'One mailbox stays protected, and nothing was deleted. Here’s what changes.',
    title: 'You’re on Free Forever now',
    body: (
      <>
        <Paragraph>
          Your {ended === 'trial' ? 'Pro trial' : 'Pro subscription'} has ended.{' '}
          {describeMailbox(address, isFiltered)}
        </Paragraph>
        <Bullets
          items={[
            ...(idleCount > 0 ? [describeIdle(idleCount)] : []),
            checkedOnceADay,
            describeReplies(hasAgreedToReplies),
            fewerChoices,
            nothingDeleted,
          ]}
        />
        {idleCount > 0 && (
          <Paragraph>
            <TextLink url={new URL('/accounts', url).href}>
              Protect another mailbox instead
            </TextLink>
          </Paragraph>
        )}
      </>
    ),
    action: { label: canSubscribe ? 'Upgrade to Pro' : `Open ${productName}`, url },
  }
}

function describeMailbox(address: string | null, isFiltered: boolean): string {
  if (address === null) return 'Connect a mailbox whenever you like, and we’ll protect it for free.'
  return isFiltered
    ? `${productName} keeps protecting ${address}, for free.`
    : `Free Forever will cover ${address} once you resume or reconnect it.`
}

export function subscriptionConfirmed(email: SubscriptionConfirmed): Template {
  const { url, interval, nextBillingOn } = email
  const price = interval === 'monthly' ? perMonth : perYear
  return {
    subject: `You’re on ${productName} Pro`,
    preview: `All your mailboxes are protected. ${price}, next billed on ${nextBillingOn}.`,
    title: 'You’re on Pro. Thank you!',
    body: (
      <>
        <Paragraph>
          All your mailboxes are protected now, new pitches are gone within {proFilterSeconds}{' '}
          seconds, and every setting is yours to change.
        </Paragraph>
        <Paragraph>
          Your plan is {price}. The next payment is on {nextBillingOn}. You can change your plan or
          your card, see your receipts or cancel at any time.
        </Paragraph>
      </>
    ),
    action: { label: 'Open billing', url },
  }
}

export function paymentFailed(email: PaymentFailed): Template {
  const { url, amount, graceEndsOn } = email
  return {
    subject: 'Your payment didn’t go through',
    preview: `Nothing changes yet: Pro stays on until ${graceEndsOn}.`,
    title: 'Your payment didn’t go through',
    body: (
      <>
        <Paragraph>
          We couldn’t charge {amount} for {productName} Pro. It happens: cards expire, and banks are
          careful.
        </Paragraph>
        <Paragraph>
          Pro stays on until {graceEndsOn}, and we’ll keep retrying the payment until then. Updating
          your card takes a minute. If you’ve already done that, there’s nothing more to do.
        </Paragraph>
        <Paragraph>
          If no payment succeeds by {graceEndsOn}, you move to Free Forever. One mailbox stays
          protected, any others stay connected, and nothing is deleted.
        </Paragraph>
      </>
    ),
    action: { label: 'Update your card', url },
  }
}
