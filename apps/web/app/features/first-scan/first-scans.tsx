import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsLive } from '../../lib/live-updates/use-is-live.ts'
import { lazyPart } from '../../lib/pages/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { firstScans } from './queries.ts'
import { describeFirstScan } from './words.ts'

/** Most users have no results to see, so the panel is loaded on demand. */
const FirstScanPanel = lazyPart(async () => (await import('./first-scan-panel.tsx')).FirstScanPanel)

const pollMs = 10_000

/** On the server: loads the results of first scans. */
export async function loadFirstScans(client: QueryClient): Promise<void> {
  await client.ensureQueryData(firstScans)
}

/**
 * The results of a first scan, one account at a time. Shown above every page of the app except admin
 * pages, from the end of the scan until the user dismisses them.
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
  const [isWithDocument] = useState(scan !== undefined)
  return (
    <>
      {/* In the document before it has words, so that screen readers announce them. */}
      <p role="status" className="sr-only">
        {scan && `First scan finished. ${describeFirstScan(scan).headline}`}
      </p>
      {scan && (
        <Suspense>
          <FirstScanPanel
            key={scan.accountId}
            scan={scan}
            more={scans.length - 1}
            fadesIn={!isWithDocument}
          />
        </Suspense>
      )}
    </>
  )
}
