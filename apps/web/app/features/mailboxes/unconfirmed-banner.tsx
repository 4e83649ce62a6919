import { useCurrentUser } from '../../lib/current-user.ts'
import { useResendLink } from '../../lib/use-resend-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** Where the link went that confirms the user's address, until it was opened. */
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
          Send again
        </Button>
      }
    >
      We sent a link to <strong className="font-medium">{email}</strong>. Open it to confirm your
      address.
    </Banner>
  )
}
