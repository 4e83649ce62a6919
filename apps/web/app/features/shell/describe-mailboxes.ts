import type { ConnectedAccount } from '@doorman/contract/mailboxes'

type Facts = Pick<ConnectedAccount, 'problem' | 'isPaused' | 'isActive'>

/** The most important thing about the mailboxes: trouble first, then what isn't checked. */
export function describeMailboxes(accounts: readonly Facts[]): { words: string; isGood: boolean } {
  const troubled = accounts.filter(({ problem }) => problem !== null).length
  const resting = accounts.filter(({ isPaused, isActive }) => isPaused || !isActive).length
  if (accounts.length === 0) return { words: 'None yet', isGood: true }
  if (troubled > 0)
    return { words: `${troubled} ${troubled === 1 ? 'needs' : 'need'} attention`, isGood: false }
  if (resting > 0) return { words: `${resting} not checked`, isGood: true }
  return { words: 'All good', isGood: true }
}
