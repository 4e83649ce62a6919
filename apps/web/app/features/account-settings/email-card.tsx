import {
  cancelAddressChange,
  loadAddressChange,
  type AddressChange,
} from '@doorman/contract/own-data'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { useResendLink } from '../../lib/session/use-resend-link.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { addressChange } from './own-data.ts'
import { WithPassword } from './set-password.tsx'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'

const ChangeAddressDialog = lazy(async () => ({
  default: (await import('./change-address-dialog.tsx')).ChangeAddressDialog,
}))

export function EmailCard() {
  const { email, isVerified } = useCurrentUser()
  const resend = useResendLink()
  const change = useQuery(addressChange)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const pending = change.data?.pending
  const isViewing = useIsViewing()

  return (
    <Card
      title="Email address"
      description="You sign in with this address, and we email you here."
      footer={
        !(isViewing && isVerified) && (
          <>
            {!isVerified && (
              <>
                <p className="me-auto text-sm text-muted-fg">
                  Open the link we sent you to confirm this address.
                </p>
                <Button
                  variant="secondary"
                  isPending={resend.isPending}
                  onClick={() => resend.mutate()}
                >
                  Resend link
                </Button>
              </>
            )}
            {!isViewing && (
              <WithPassword reason="You need one to change your address.">
                <Button
                  variant="secondary"
                  onClick={({ currentTarget }) => setOpener(currentTarget)}
                >
                  Change address
                </Button>
              </WithPassword>
            )}
          </>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="min-w-0 font-medium break-all">{email}</span>
        {isVerified ? (
          <Badge tone="good">
            <Check aria-hidden /> Verified
          </Badge>
        ) : (
          <Badge tone="attention">Not verified</Badge>
        )}
      </p>
      {pending && <PendingChange change={pending} canCancel={!isViewing} />}
      {opener && (
        <Suspense>
          <ChangeAddressDialog opener={opener} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </Card>
  )
}

function PendingChange({ change, canCancel }: { change: AddressChange; canCancel: boolean }) {
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
