const highLoad = 15
const mediumLoad = 10

/** The look of the badge that says how many workers are busy. */
export function toLoadBadge(active: number): 'destructive' | 'default' | 'secondary' {
  if (active >= highLoad) return 'destructive'
  return active >= mediumLoad ? 'default' : 'secondary'
}
