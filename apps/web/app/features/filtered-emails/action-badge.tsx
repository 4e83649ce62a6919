import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { Badge } from '../../ui/badge.tsx'

/** What became of an email since it was set aside. */
export function ActionBadge({ email: { action, isGone } }: { email: FilteredEmail }) {
  if (action === 'restored') return <Badge tone="good">Restored</Badge>
  if (action === 'spam') return <Badge tone="danger">Spam</Badge>
  return isGone && <Badge>No longer there</Badge>
}
