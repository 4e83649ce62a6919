import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useIsLive } from '../../lib/live-updates/use-is-live.ts'
import { lazyPart } from '../../lib/pages/lazy-part.ts'
import { paths } from '../../lib/paths.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'
import { firstScans } from './use-first-scan.ts'
import { describeFirstScan } from './words.ts'

/** Most users have none to see, so the panel is loaded on demand. */
const FirstScanPanel = lazyPart(async () => (await import('./first-scan-panel.tsx')).FirstScanPanel)

const pollMs = 10_000

/**
 * Above every page of the app, once a first scan has ended and until the user dismisses it: what it
 * found. One account at a time.
 */
export function FirstScans() {
  const isLive = useIsLive()
  const isAdmin = useLocation().pathname.startsWith(paths.admin)
  const isHidden = useIsViewing() || isAdmin
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
