import { Link } from 'react-router'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { useMoveObserved } from '../../lib/mailboxes/use-move-observed.ts'
import { Button } from '../../ui/basics/button.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { describeWouldMove, toReviewPath } from './would-move.tsx'

/** Asks what happens to the emails that were found while the account was observe-only. */
export function ObservingEndedDialog({
  account,
  onClose,
}: {
  account: Account
  onClose: () => void
}) {
  const move = useMoveObserved(account.id)
  return (
    <AlertDialog
      title={describeWouldMove(account)}
      description="From now on, cold email leaves your inbox. Move what we’ve found so far, too?"
      isOpen
      onOpenChange={(open) => {
        if (!open && !move.isPending) onClose()
      }}
    >
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <span className="grid sm:me-auto">
          <Button asChild variant="ghost">
            <Link to={toReviewPath(account)}>Review</Link>
          </Button>
        </span>
        <Button variant="secondary" disabled={move.isPending} onClick={onClose}>
          Leave them
        </Button>
        <Button
          isPending={move.isPending}
          onClick={() => move.mutate(undefined, { onSuccess: onClose })}
        >
          Move them now
        </Button>
      </div>
    </AlertDialog>
  )
}
