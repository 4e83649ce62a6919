import type { ConnectedAccount } from '@doorman/contract/mailboxes'

/** How many of the accounts are observe-only. */
export type Observing = 'none' | 'some' | 'all'

export function toObserving(
  accounts: readonly Pick<ConnectedAccount, 'isObserveOnly'>[],
): Observing {
  if (!accounts.some(({ isObserveOnly }) => isObserveOnly)) return 'none'
  return accounts.every(({ isObserveOnly }) => isObserveOnly) ? 'all' : 'some'
}
