import { listActivity } from '@doorman/contract/activity'
import { loadBillingInfo } from '@doorman/contract/billing'
import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import type { Endpoint } from '@doorman/contract/endpoint'
import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import { listFirstScans } from '@doorman/contract/first-scans'
import type { LiveUpdate } from '@doorman/contract/live-updates'
import { accountCalls } from '@doorman/contract/mailboxes'
import type { Query, QueryClient } from '@tanstack/react-query'

const accountLists = [accountCalls.gmail.list, accountCalls.microsoft.list]

/** What each update makes out of date. The accounts say how many emails they would move. */
const affected: Readonly<Record<LiveUpdate, readonly Endpoint[]>> = {
  emails: [
    listFilteredEmails,
    loadDashboardStats,
    loadDashboardChart,
    listActivity,
    listFirstScans,
    ...accountLists,
  ],
  accounts: [...accountLists, listFirstScans, loadBillingInfo],
}

const minIntervalMs = 1_000

/**
 * Refetches what updates have changed: the first at once, then at most once per second, because a scan
 * sends an update per email. A hidden tab waits until it is visible.
 */
export function createRefetcher(
  refetch: (updates: readonly LiveUpdate[]) => void,
  isVisible: () => boolean,
) {
  const waiting = new Set<LiveUpdate>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function flush() {
    timer = null
    if (waiting.size === 0 || !isVisible()) return
    refetch([...waiting])
    waiting.clear()
    timer = setTimeout(flush, minIntervalMs)
  }

  return {
    add(...updates: LiveUpdate[]) {
      for (const update of updates) waiting.add(update)
      if (timer === null) flush()
    },
    /** The tab has become visible. */
    resume() {
      if (timer === null) flush()
    },
    end() {
      if (timer !== null) clearTimeout(timer)
      waiting.clear()
    },
  }
}

export function refetchAffected(client: QueryClient, updates: readonly LiveUpdate[]): void {
  const paths = new Set<unknown>(
    updates.flatMap((update) => affected[update].map(({ path }) => path)),
  )
  const isAffected = ({ queryKey: [path] }: Query) => paths.has(path)
  void client.invalidateQueries({ predicate: (query) => isAffected(query) && !isLong(query) })
  void client.invalidateQueries({
    predicate: (query) => isAffected(query) && isLong(query),
    refetchType: 'none',
  })
}

/** The user has loaded older pages. Rows would shift while they read. */
function isLong({ state }: Query): boolean {
  const { data } = state
  return Boolean(
    data &&
    typeof data === 'object' &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > 1,
  )
}
