import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import { Badge } from '../../ui/basics/badge.tsx'

/** What has happened to an email since it was filtered. */
export function ActionBadge({ email: { action, isGone } }: { email: FilteredEmail }) {
  if (action === 'restored') return <Badge tone="good">Restored</Badge>
  if (action === 'spam') return <Badge tone="danger">Spam</Badge>
  return isGone && <Badge>Not moved</Badge>
}
