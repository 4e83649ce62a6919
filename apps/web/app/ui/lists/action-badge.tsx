import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { Badge } from '../basics/badge.tsx'

type ActionFacts = Pick<FilteredEmail, 'action' | 'isObserved' | 'isGone'>

/** Says what happened to an email after it was filtered, or that it was only observed. */
export function ActionBadge({ email }: { email: ActionFacts }) {
  const badge = toBadge(email)
  // The colours need the card behind them, even in a selected row.
  return badge && <span className="shrink-0 rounded-full bg-card">{badge}</span>
}

function toBadge({ action, isObserved, isGone }: ActionFacts) {
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
