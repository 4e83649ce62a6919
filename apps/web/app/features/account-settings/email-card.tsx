import { Check } from 'lucide-react'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { useResendLink } from '../../lib/session/use-resend-link.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'

export function EmailCard() {
  const { email, isVerified } = useCurrentUser()
  const resend = useResendLink()

  return (
    <Card
      title="Email"
      description="You sign in with this address, and we email you here."
      footer={
        !isVerified && (
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
    </Card>
  )
}
