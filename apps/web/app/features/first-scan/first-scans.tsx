import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useIsLive } from '../../lib/live-updates/use-is-live.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { lazyPart } from '../../lib/pages/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { firstScans } from './queries.ts'
import { describeFirstScan } from './words.ts'

/** Most users have none to see, so the panel is loaded on demand. */
const FirstScanPanel = lazyPart(async () => (await import('./first-scan-panel.tsx')).FirstScanPanel)

const pollMs = 10_000

/**
 * Loads the results of first scans, and the code of the panel if there are any. The panel is then
 * part of the first render, so it does not push the page down later. Never rejects: without an
 * answer there is no panel.
 */
export async function prepareFirstScans(): Promise<void> {
  try {
    const scans = await queryClient.ensureQueryData(firstScans)
    if (scans.length > 0) await FirstScanPanel.preload()
  } catch {
    // `FirstScans` asks again.
  }
}

/**
 * Above every page of the app, once a first scan has ended and until the user dismisses it: what it
 * found. One account at a time.
 */
export function FirstScans({ isViewing }: { isViewing: boolean }) {
  const isLive = useIsLive()
  const isAdmin = useLocation().pathname.startsWith(paths.admin)
  const isHidden = isViewing || isAdmin
  const { data: scans = [] } = useQuery({
    ...firstScans,
    enabled: !isHidden,
    refetchInterval: !isLive && pollMs,
  })
  const [scan] = isHidden ? [] : scans
  return (
    <>
      {/* In the document before it has words, so that screen readers announce them. */}
      <p role="status" className="sr-only">
        {scan && `First scan finished. ${describeFirstScan(scan).headline}`}
      </p>
      {scan && (
        <Suspense>
          <FirstScanPanel key={scan.accountId} scan={scan} more={scans.length - 1} />
        </Suspense>
      )}
    </>
  )
}
