import { productName } from '@doorman/domain/brand'
import { proFilterSeconds } from '@doorman/domain/plans/plan'
import { formatCount } from '@doorman/domain/format'

// What Free Forever means after Pro, in sentences.

export const nothingDeleted =
  'Nothing is deleted. Your filtered emails, settings and lists are kept.'

export const checkedOnceADay = `New emails are checked once a day. On Pro they’re filtered within ${proFilterSeconds} seconds.`

export const fewerChoices =
  'Recruiters and investors are filtered like other cold outreach, and your whitelist is off until you’re back on Pro.'

/** What happens to the mailboxes that Free does not protect. */
export function describeIdle(count: number): string {
  return count === 1
    ? 'Your other mailbox stays connected, but its emails aren’t filtered.'
    : `Your ${formatCount(count)} other mailboxes stay connected, but their emails aren’t filtered.`
}

/** Free always sends smart responses, but only for users who have agreed to them. */
export function describeReplies(hasAgreed: boolean): string {
  return hasAgreed
    ? 'Smart responses are always on. You’ve agreed to them, so filtered senders get one short reply, even if you turned them off on Pro.'
    : `Free includes smart responses, but only if you’ve agreed to them. You haven’t, so ${productName} sends nothing in your name.`
}
