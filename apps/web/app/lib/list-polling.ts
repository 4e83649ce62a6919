import { scanPollMs } from './accounts.ts'

const quietPollMs = 60_000

/**
 * How soon a list of mail looks for news. After the first scan only once a
 * minute, and not under the hands of somebody who has gone on to older pages.
 */
export function toListPollMs(isScanning: boolean, pageCount: number): number | false {
  if (isScanning) return scanPollMs
  return pageCount <= 1 && quietPollMs
}
