/** However much of a sender's mail was unwanted, it never passes for the many mails of somebody the user likes to read. */
const mostUnwanted = 3

/**
 * How much a sender has written earlier. `kept` lies where the user may read it; `unwanted` was set
 * aside, or would have been in a mailbox that is only watched, where it lies among the kept.
 */
export function countEarlierMail({ kept, unwanted }: { kept: number; unwanted: number }): number {
  return Math.max(kept - unwanted, Math.min(unwanted, mostUnwanted))
}
