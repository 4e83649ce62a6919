import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsLive } from '../../lib/live-updates/use-is-live.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toFailure } from '../../lib/pages/failure.ts'
import { lazyPart } from '../../lib/pages/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { firstScans } from './queries.ts'
import { describeFirstScan } from './words.ts'

/** Most users have none to see, so the panel is loaded on demand. */
const FirstScanPanel = lazyPart(async () => (await import('./first-scan-panel.tsx')).FirstScanPanel)

const pollMs = 10_000

/** On the server: loads the results of first scans. Returns a list of one: its error, or `null`. */
export async function loadFirstScans(client: QueryClient): Promise<readonly unknown[]> {
  return [await toFailure(client.ensureQueryData(firstScans))]
}

/** How long the page waits for the panel of a first scan. */
const maxPanelWaitMs = 2_000

/**
 * Whether the page may be shown. The panel stands above it: if it came later it would push the page
 * down while the user reads. The document usually comes with it; if it doesn't, the page waits until
 * the results and the code of the panel are loaded, or a moment at most.
 */
export function usePanelReady(isHandedOver: boolean): boolean {
  const [isReady, setReady] = useState(isHandedOver)
  useEffect(() => {
    if (isReady) return
    const show = () => setReady(true)
    const timer = setTimeout(show, maxPanelWaitMs)
    void prepareFirstScans().then(show)
    return () => clearTimeout(timer)
  }, [isReady])
  return isReady
}

/** Never rejects: without an answer there is no panel. */
async function prepareFirstScans(): Promise<void> {
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
