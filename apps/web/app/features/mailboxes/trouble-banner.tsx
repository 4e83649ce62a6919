import { productName } from '@doorman/domain/brand'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'

/** Says on the dashboard which mailboxes the user has to reconnect. */
export function TroubleBanner({ accounts }: { accounts: readonly Account[] }) {
  const disconnected = accounts.filter(({ problem }) => problem === 'needs-reconnect')
  if (disconnected.length === 0) return null
  return (
    <Banner
      tone="danger"
      action={
        <Button asChild variant="secondary" size="small">
          <Link to={paths.accounts}>Connected Accounts</Link>
        </Button>
      }
    >
      {productName} has lost access to {disconnected.map(({ email }) => email).join(', ')}.
      Reconnect to continue. Nothing has been lost.
    </Banner>
  )
}
