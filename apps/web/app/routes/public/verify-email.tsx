import { EmailVerification } from '../../features/sign-in/email-verification.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { linkHeaders, linkMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Route } from './+types/verify-email.ts'

/** Opening the page confirms the address, so its scripts must run at once. */
export const handle: RouteHandle = { hydration: 'now' }

export const meta = () => linkMeta('Confirm your address')

export const headers = linkHeaders

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export default function VerifyEmailPage({ loaderData: { token } }: Route.ComponentProps) {
  if (token !== '') return <EmailVerification token={token} />
  return (
    <SignInCard title="Confirm your address">
      <div className="grid gap-5">
        <Banner tone="danger">
          This link is incomplete. You can request a new one in your account settings.
        </Banner>
        <Button asChild isWide>
          <a href={paths.accountSettings}>Open account settings</a>
        </Button>
      </div>
    </SignInCard>
  )
}
