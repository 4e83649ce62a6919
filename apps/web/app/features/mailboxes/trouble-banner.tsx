import { productName } from '@doorman/domain/brand'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Account } from '../../lib/accounts.ts'

/** A mailbox that only its user can bring back, told where they look first. */
export function TroubleBanner({ accounts }: { accounts: readonly Account[] }) {
  const shutOut = accounts.filter(({ problem }) => problem === 'needs-reconnect')
  if (shutOut.length === 0) return null
  return (
    <Banner
      tone="danger"
      action={
        <Button asChild variant="secondary" size="small">
          <Link to={paths.accounts}>Connected Accounts</Link>
        </Button>
      }
    >
      {productName} has no access any more to {shutOut.map(({ email }) => email).join(', ')}.
      Reconnect to go on; nothing has been lost.
    </Banner>
  )
}
