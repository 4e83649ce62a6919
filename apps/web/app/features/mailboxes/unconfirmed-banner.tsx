import { useCurrentUser } from '../../lib/session/current-user.ts'
import { useResendLink } from '../../lib/session/use-resend-link.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/basics/button.tsx'

/** Reminds the user of the confirmation link until it is opened. */
export function UnconfirmedBanner() {
  const { email, isVerified } = useCurrentUser()
  const resend = useResendLink()
  if (isVerified) return null
  return (
    <Banner
      tone="info"
      action={
        <Button
          variant="secondary"
          size="small"
          isPending={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Resend link
        </Button>
      }
    >
      We sent a link to <strong className="font-medium">{email}</strong>. Open it to confirm your
      address.
    </Banner>
  )
}
