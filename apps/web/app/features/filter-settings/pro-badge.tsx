import { Badge } from '../../ui/badge.tsx'

/** On whatever comes with Pro, for whoever has it not. */
export function ProBadge() {
  return <Badge tone="attention">Pro</Badge>
}
