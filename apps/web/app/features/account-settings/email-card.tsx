import { loadCurrentUser, resendVerification } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { call, toUserMessage } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { refetch } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../lib/toast.ts'

export function EmailCard() {
  const { email, isVerified } = useCurrentUser()
  const resend = useMutation({
    mutationFn: () => call(resendVerification, {}),
    onSuccess: () => toast.done(text.linkSent.title, text.linkSent.description),
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? text.linkNotSent),
    // Confirmed meanwhile in another tab, perhaps.
    onSettled: () => refetch(loadCurrentUser),
  })

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
