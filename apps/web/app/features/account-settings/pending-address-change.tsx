import {
  cancelAddressChange,
  loadAddressChange,
  type AddressChange,
} from '@doorman/contract/own-data'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'

/** Says which links of a change of address are still to be opened. */
export function PendingAddressChange({
  change,
  canCancel,
}: {
  change: AddressChange
  canCancel: boolean
}) {
  const { email } = useCurrentUser()
  const cancel = useMutation({
    mutationFn: () => call(cancelAddressChange, {}),
    onSuccess: () => toast.done('Your address stays the same.'),
    onError: (error) =>
      toast.failed(
        text.somethingWrong.title,
        toUserMessage(error) ?? 'Failed to cancel the change.',
      ),
    onSettled: () => refetch(loadAddressChange),
  })
  const { newEmail, isOldConfirmed, isNewConfirmed } = change
  const missing = [...(isOldConfirmed ? [] : [email]), ...(isNewConfirmed ? [] : [newEmail])]
  return (
    <div className="mt-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3 rounded-control bg-muted p-4 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="font-medium break-words">Changing to {newEmail}</p>
        <p className="mt-1 break-words text-muted-fg">
          Open the {missing.length === 1 ? 'link' : 'links'} that we sent to {missing.join(' and ')}
          . {missing.length === 1 ? 'It works' : 'They work'} for 24 hours.
        </p>
      </div>
      {canCancel && (
        <Button
          variant="secondary"
          size="small"
          isPending={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel change
        </Button>
      )}
    </div>
  )
}
