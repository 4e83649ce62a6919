import { Link } from 'react-router'
import { useMoveObserved } from '../../lib/mailboxes/use-move-observed.ts'
import { formatCount, formatEmails } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { Button } from '../../ui/basics/button.tsx'

/** What an account has found while it was observe-only, with the choice to move it. */
export function WouldMove({ account, titleId }: { account: Account; titleId: string }) {
  const move = useMoveObserved(account.id)
  if (account.wouldMove === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-cold/40 bg-cold/10 py-2 ps-4 pe-2 text-sm max-sm:pe-4">
      <p>{describeWouldMove(account)}</p>
      <div className="flex gap-2">
        <Button asChild variant="secondary" size="small">
          <Link to={toReviewPath(account)} aria-describedby={titleId}>
            Review
          </Link>
        </Button>
        <Button
          variant="secondary"
          size="small"
          isPending={move.isPending}
          aria-describedby={titleId}
          onClick={() => move.mutate()}
        >
          Move them now
        </Button>
      </div>
    </div>
  )
}

export function describeWouldMove({ wouldMove, checked }: Account): string {
  return `We would move ${formatCount(wouldMove)} of ${formatEmails(checked)}.`
}

export function toReviewPath({ id }: Account): string {
  return toFilteredEmailsPath({ accountId: id, state: 'would-move' })
}
