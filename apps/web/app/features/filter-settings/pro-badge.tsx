import { Badge } from '../../ui/basics/badge.tsx'

/** Marks settings that need Pro, for users without it. */
export function ProBadge() {
  return <Badge tone="attention">Pro</Badge>
}
