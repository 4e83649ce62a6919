import { productName } from '@doorman/domain/brand'
import { ListFilter, Mailbox, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { isAnyScanning, type Account } from '../../lib/accounts.ts'
import { formatMoment } from '../../lib/format.ts'
import { findNextCheck } from '../../lib/next-check.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

/** Why the list is empty, what will happen, and what to do about it. */
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
  if (isFiltered)
    return (
      <Empty
        icon={SearchX}
        title="No filtered email matches"
        action={
          <Button variant="secondary" onClick={onClearFilters}>
            Clear filters
          </Button>
        }
      >
        The search looks at senders and subjects. Mail that stayed in your inbox is not listed here.
      </Empty>
    )
  if (accounts.length === 0)
    return (
      <Empty
        icon={Mailbox}
        title="No mailbox is connected"
        action={
          <Button asChild>
            <Link to={paths.accounts}>Connect a mailbox</Link>
          </Button>
        }
      >
        Once Gmail or Outlook is connected, cold outreach that {productName} takes out of that inbox
        is listed here with the reason.
      </Empty>
    )
  const nextCheckAt = findNextCheck(accounts, asOf)
  return (
    <Empty icon={ListFilter} title="Nothing has been filtered yet">
      {isAnyScanning(accounts)
        ? 'The first scan is under way; what it finds appears here at once. '
        : nextCheckAt && `The next check: ${formatMoment(nextCheckAt, asOf)}. `}
      Nothing is ever deleted, and every decision can be undone.
    </Empty>
  )
}
