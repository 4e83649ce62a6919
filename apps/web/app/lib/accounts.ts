import { loadBillingInfo } from '@doorman/contract/billing'
import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import { accountCalls, type ConnectedAccount } from '@doorman/contract/mailboxes'
import type { Provider } from '@doorman/domain/mailbox'
import { useSuspenseQuery } from '@tanstack/react-query'
import { billingInfo } from './billing-info.ts'
import { findScanProgress } from './first-scan.ts'
import { query } from './query.ts'
import { queryClient, refetch } from './query-client.ts'

export type Account = ConnectedAccount & { readonly provider: Provider }

const scanPollMs = 2_000

const gmailAccounts = query(accountCalls.gmail.list, {})
const microsoftAccounts = query(accountCalls.microsoft.list, {})

export async function loadAccounts(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(gmailAccounts),
    queryClient.ensureQueryData(microsoftAccounts),
  ])
}

/** The accounts of all providers, in the order in which they were connected, and when that was true. */
export function useAccounts(): { accounts: readonly Account[]; asOf: Date } {
  const gmail = useSuspenseQuery({ ...gmailAccounts, refetchInterval: toPollMs })
  const microsoft = useSuspenseQuery({ ...microsoftAccounts, refetchInterval: toPollMs })
  const accounts = [
    ...gmail.data.map((account) => ({ ...account, provider: 'gmail' as const })),
    ...microsoft.data.map((account) => ({ ...account, provider: 'microsoft' as const })),
  ]
  return {
    accounts: accounts.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    asOf: new Date(Math.max(gmail.dataUpdatedAt, microsoft.dataUpdatedAt)),
  }
}

/** As long as one account is being scanned, both lists are kept fresh. */
function toPollMs(): number | false {
  const isScanning = [gmailAccounts, microsoftAccounts].some(({ queryKey }) =>
    queryClient.getQueryData(queryKey)?.some((account) => findScanProgress(account) !== null),
  )
  return isScanning && scanPollMs
}

/** The lists, and whatever counts accounts or what is in them. */
export function refetchAccounts(): Promise<void> {
  return refetch(
    accountCalls.gmail.list,
    accountCalls.microsoft.list,
    loadBillingInfo,
    loadDashboardStats,
    loadDashboardChart,
  )
}
