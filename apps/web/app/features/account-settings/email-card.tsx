import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { useResendLink } from '../../lib/session/use-resend-link.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { addressChange } from './own-data.ts'
import { WithPassword } from './set-password.tsx'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'

const ChangeAddressDialog = lazy(async () => ({
  default: (await import('./change-address-dialog.tsx')).ChangeAddressDialog,
}))

/** Few users see it, so it is loaded on demand. */
const PendingChange = lazy(async () => ({
  default: (await import('./pending-address-change.tsx')).PendingAddressChange,
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
      {pending && (
        <Suspense>
          <PendingChange change={pending} canCancel={!isViewing} />
        </Suspense>
      )}
      {opener && (
        <Suspense>
          <ChangeAddressDialog opener={opener} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </Card>
  )
}
