import { scanPollMs } from '../mailboxes/connected-accounts.ts'

/** Live updates report what is new. Polling is then only for an update that got lost. */
const livePollMs = 60_000
const pollMs = 10_000

/**
 * How often a list of emails is refetched. Not at all once the user has loaded older pages, where
 * rows would shift while reading. `isLive`: the stream of live updates is open.
 */
export function toListPollMs(
  isScanning: boolean,
  pageCount: number,
  isLive = false,
): number | false {
  if (isScanning) return scanPollMs
  if (pageCount > 1) return false
  return isLive ? livePollMs : pollMs
}
