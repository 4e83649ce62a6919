import { accountCalls, type ConnectedAccount } from '@doorman/contract/mailboxes'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { useQuery, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../api/query-client.ts'
import { query } from '../api/query.ts'
import { useIsLive } from '../live-updates/use-is-live.ts'
import { findScanProgress } from './first-scan.ts'

export type Account = ConnectedAccount & { readonly provider: MailProvider }

export const scanPollMs = 2_000
const idlePollMs = 10_000

const gmailAccounts = query(accountCalls.gmail.list, {})
const microsoftAccounts = query(accountCalls.microsoft.list, {})

export async function loadAccounts(client: QueryClient = queryClient): Promise<void> {
  await Promise.all([
    client.ensureQueryData(gmailAccounts),
    client.ensureQueryData(microsoftAccounts),
  ])
}

/** The accounts of all providers in the order of connection, and when they were loaded. */
export function useAccounts(): { accounts: readonly Account[]; asOf: Date } {
  const client = useQueryClient()
  const isLive = useIsLive()
  const refetchInterval = () => toPollMs(client, isLive)
  const gmail = useSuspenseQuery({ ...gmailAccounts, refetchInterval })
  const microsoft = useSuspenseQuery({ ...microsoftAccounts, refetchInterval })
  const accounts = useMemo(
    () => joinAccounts(gmail.data, microsoft.data),
    [gmail.data, microsoft.data],
  )
  return {
    accounts,
    // A getter: only components that read it are rendered again when nothing else has changed.
    get asOf() {
      return new Date(Math.max(gmail.dataUpdatedAt, microsoft.dataUpdatedAt))
    },
  }
}

/** For components that don't wait for the accounts: those that are loaded already. */
export function useLoadedAccounts(): readonly Account[] {
  const gmail = useQuery(gmailAccounts)
  const microsoft = useQuery(microsoftAccounts)
  return joinAccounts(gmail.data ?? [], microsoft.data ?? [])
}

function joinAccounts(
  gmail: readonly ConnectedAccount[],
  microsoft: readonly ConnectedAccount[],
): readonly Account[] {
  const accounts = [
    ...gmail.map((account) => ({ ...account, provider: 'gmail' as const })),
    ...microsoft.map((account) => ({ ...account, provider: 'microsoft' as const })),
  ]
  // Not `localeCompare`, whose first use takes 0.1 s on a phone.
  return accounts.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
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

/**
 * Both lists are polled while any account is being scanned, less often while the index of one is being
 * read, or while live updates don’t arrive.
 */
function toPollMs(client: QueryClient, isLive: boolean): number | false {
  const accounts = [gmailAccounts, microsoftAccounts].flatMap(
    ({ queryKey }) => client.getQueryData(queryKey) ?? [],
  )
  if (isAnyScanning(accounts)) return scanPollMs
  const isIndexing = accounts.some(({ indexProgress }) => indexProgress !== null)
  return (isIndexing || !isLive) && idlePollMs
}
