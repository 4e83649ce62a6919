import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { Badge } from '../../ui/basics/badge.tsx'

/** What has happened to an email since it was filtered, or that it was only observed. */
export function ActionBadge({ email }: { email: FilteredEmail }) {
  const badge = toBadge(email)
  // The colours need the card behind them, also in a row that is selected.
  return badge && <span className="shrink-0 rounded-full bg-card">{badge}</span>
}

function toBadge({ action, isObserved, isGone }: FilteredEmail) {
  if (action === 'restored') return <Badge tone="good">{isObserved ? 'Kept' : 'Restored'}</Badge>
  if (action === 'returned') return <Badge>Put back</Badge>
  if (action === 'spam')
    return (
      <Badge>
        <span className="text-danger">Spam</span>
      </Badge>
    )
  if (isObserved) return <Badge tone="cold">Would move</Badge>
  return isGone ? <Badge>Not moved</Badge> : null
}
