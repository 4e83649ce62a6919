import { Check } from 'lucide-react'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useResendLink } from '../../lib/use-resend-link.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

export function EmailCard() {
  const { email, isVerified } = useCurrentUser()
  const resend = useResendLink()

  return (
    <Card
      title="Email"
      description="You sign in with this address, and our own mail goes to it."
      footer={
        !isVerified && (
          <>
            <p className="me-auto text-sm text-muted-fg">
              Open the link we sent you to confirm it.
            </p>
            <Button
              variant="secondary"
              isPending={resend.isPending}
              onClick={() => resend.mutate()}
            >
              Send the link again
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
