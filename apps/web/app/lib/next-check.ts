import type { ConnectedAccount } from '@doorman/contract/mailboxes'
import { formatMoment } from './format.ts'

type Checked = Pick<ConnectedAccount, 'problem' | 'isPaused' | 'isActive' | 'nextCheckAt'>

/** When we look again, or what has to happen first. */
export function describeNextCheck(account: Checked, now: Date): string {
  if (account.problem === 'needs-reconnect') return 'Once reconnected'
  if (account.isPaused) return 'Once resumed'
  if (!account.isActive) return 'Once set as active'
  const { nextCheckAt } = account
  if (nextCheckAt === null || new Date(nextCheckAt) <= now) return 'Any moment'
  return formatMoment(nextCheckAt, now)
}

/** When the first of several accounts is looked at again; `null` where none is, or any moment. */
export function findNextCheck(
  accounts: readonly Pick<ConnectedAccount, 'nextCheckAt'>[],
  now: Date,
): string | null {
  const times = accounts.flatMap(({ nextCheckAt }) => nextCheckAt ?? [])
  const [first] = times.toSorted()
  return first !== undefined && new Date(first) > now ? first : null
}
