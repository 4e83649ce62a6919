import { accountCalls, type ConnectedAccount } from '@doorman/contract/mailboxes'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { query } from '../api/query.ts'
import { findScanProgress } from './first-scan.ts'

export type Account = ConnectedAccount & { readonly provider: MailProvider }

export const scanPollMs = 2_000

const gmailAccounts = query(accountCalls.gmail.list, {})
const microsoftAccounts = query(accountCalls.microsoft.list, {})

export async function loadAccounts(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(gmailAccounts),
    queryClient.ensureQueryData(microsoftAccounts),
  ])
}

/** The accounts of all providers in the order of connection, and when they were loaded. */
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

/** The options of a select for one account or all. */
export function toAccountOptions(accounts: readonly Account[]) {
  return [
    { value: '', label: 'All accounts' },
    ...accounts.map(({ id, email }) => ({ value: id, label: email })),
  ]
}

/** Both lists are polled while any account is being scanned, less often while the index of one is being read. */
function toPollMs(): number | false {
  const accounts = [gmailAccounts, microsoftAccounts].flatMap(
    ({ queryKey }) => queryClient.getQueryData(queryKey) ?? [],
  )
  if (isAnyScanning(accounts)) return scanPollMs
  return accounts.some(({ indexProgress }) => indexProgress !== null) && 5 * scanPollMs
}
