import { accountCalls, type ConnectedAccount } from '@doorman/contract/mailboxes'
import type { Provider } from '@doorman/domain/mailbox'
import { useSuspenseQuery } from '@tanstack/react-query'
import { findScanProgress } from './first-scan.ts'
import { query } from './query.ts'
import { queryClient } from './query-client.ts'

export type Account = ConnectedAccount & { readonly provider: Provider }

export const scanPollMs = 2_000

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

export function isAnyScanning(accounts: readonly ConnectedAccount[]): boolean {
  return accounts.some((account) => findScanProgress(account) !== null)
}

/** For choosing one of them, or all. */
export function toAccountOptions(accounts: readonly Account[]) {
  return [
    { value: '', label: 'All accounts' },
    ...accounts.map(({ id, email }) => ({ value: id, label: email })),
  ]
}

/** As long as one account is being scanned, both lists are kept fresh. */
function toPollMs(): number | false {
  const isScanning = [gmailAccounts, microsoftAccounts].some(({ queryKey }) =>
    isAnyScanning(queryClient.getQueryData(queryKey) ?? []),
  )
  return isScanning && scanPollMs
}
