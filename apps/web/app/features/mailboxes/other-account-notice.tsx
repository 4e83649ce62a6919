import { useSearchParams } from 'react-router'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { findOtherAccount } from './other-account.ts'

/** After a reconnect: says that the user signed in to another account than the broken one. */
export function OtherAccountNotice({ accounts }: { accounts: readonly Account[] }) {
  const found = findOtherAccount(accounts, useSearchParams()[0])
  if (!found) return null
  return (
    <div role="status">
      <Banner tone="attention">
        You connected {found.connected}. {found.broken} still needs to be reconnected.
      </Banner>
    </div>
  )
}
