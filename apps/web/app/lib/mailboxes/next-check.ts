import type { ConnectedAccount } from '@doorman/contract/mailboxes'
import { formatMoment } from '../format.ts'

type Checked = Pick<ConnectedAccount, 'problem' | 'isPaused' | 'isActive' | 'nextCheckAt'>

/** When the account is checked next, or what the user has to do first. */
export function describeNextCheck(account: Checked, now: Date): string {
  if (account.problem === 'needs-reconnect') return 'Once reconnected'
  if (account.isPaused) return 'Once resumed'
  if (!account.isActive) return 'Once set as active'
  const { nextCheckAt } = account
  if (nextCheckAt === null || new Date(nextCheckAt) <= now) return 'Any moment'
  return formatMoment(nextCheckAt, now)
}

/** The earliest next check of several accounts; `null` if there is none or it is due now. */
export function findNextCheck(
  accounts: readonly Pick<ConnectedAccount, 'nextCheckAt'>[],
  now: Date,
): string | null {
  const times = accounts.flatMap(({ nextCheckAt }) => nextCheckAt ?? [])
  const [first] = times.toSorted()
  return first !== undefined && new Date(first) > now ? first : null
}
