import type { ConnectedAccount } from '@doorman/contract/mailboxes'

/**
 * The addresses of two accounts that the URL names by their ids: the one that was just connected,
 * and the one that should have been. `null` if the latter works, too, or if one of them is unknown.
 */
export function findOtherAccount(
  accounts: readonly Pick<ConnectedAccount, 'id' | 'email' | 'problem'>[],
  query: URLSearchParams,
): { readonly connected: string; readonly broken: string } | null {
  const find = (name: string) => accounts.find(({ id }) => id === query.get(name))
  const [connected, broken] = [find('connected'), find('insteadOf')]
  if (!connected || broken?.problem !== 'needs-reconnect') return null
  return { connected: connected.email, broken: broken.email }
}
