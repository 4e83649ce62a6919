import { scanPollMs } from '../mailboxes/connected-accounts.ts'

const idlePollMs = 60_000

/**
 * How often a list of emails is refetched: every two seconds during the first scan, then once a
 * minute. Not at all once the user has loaded older pages, where rows would shift while reading.
 */
export function toListPollMs(isScanning: boolean, pageCount: number): number | false {
  if (isScanning) return scanPollMs
  return pageCount <= 1 && idlePollMs
}
