import { productName } from '@doorman/domain/brand'
import { Eye, ListFilter, Mailbox, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { isAnyScanning, type Account } from '../../lib/mailboxes/connected-accounts.ts'
import { formatMoment } from '../../lib/format.ts'
import { findNextCheck } from '../../lib/mailboxes/next-check.ts'
import { paths } from '../../lib/paths.ts'
import { useZone } from '../../lib/session/reader.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

/** Says why the list is empty and what to do or expect next. */
export function NoEmails({
  accounts,
  asOf,
  isFiltered,
  onClearFilters,
}: {
  accounts: readonly Account[]
  asOf: Date
  isFiltered: boolean
  onClearFilters: () => void
}) {
  const zone = useZone()
  if (isFiltered)
    return (
      <Empty
        icon={SearchX}
        title="No matching emails"
        action={
          <Button variant="secondary" onClick={onClearFilters}>
            Clear filters
          </Button>
        }
      >
        Search covers senders and subjects. Emails that stayed in your inbox aren’t listed here.
      </Empty>
    )
  if (accounts.length === 0)
    return (
      <Empty
        icon={Mailbox}
        title="No mailbox connected"
        action={
          <Button asChild>
            <Link to={paths.accounts}>Connect a mailbox</Link>
          </Button>
        }
      >
        Once you connect Gmail or Outlook, the cold outreach {productName} filters is listed here,
        with the reason for each email.
      </Empty>
    )
  const nextCheckAt = findNextCheck(accounts, asOf)
  const isObserving = accounts.every(({ isObserveOnly }) => isObserveOnly)
  return (
    <Empty
      icon={isObserving ? Eye : ListFilter}
      title={isObserving ? 'Nothing found yet' : 'Nothing filtered yet'}
    >
      {isAnyScanning(accounts)
        ? 'The first scan is running. What it finds appears here as it goes. '
        : nextCheckAt && `Next check: ${formatMoment(nextCheckAt, asOf, zone)}. `}
      {isObserving
        ? `${productName} is observing: emails it would move are listed here and stay in your inbox until you decide.`
        : 'Nothing is ever deleted, and you can undo every decision.'}
    </Empty>
  )
}
