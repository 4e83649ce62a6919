import { ResetPasswordForm } from '../../features/sign-in/reset-password-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { linkMeta } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta = () => linkMeta('Choose a new password')

export const headers = () => ({ 'cache-control': 'no-store' })

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export default function ResetPasswordPage({ loaderData: { token } }: Route.ComponentProps) {
  if (token === '') {
    return (
      <SignInCard title="Choose a new password">
        <div className="grid gap-5">
          <Banner tone="danger">This link is incomplete. Please ask for a new one.</Banner>
          <Button asChild isWide>
            <a href={paths.forgotPassword}>Ask for a new link</a>
          </Button>
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title="Choose a new password"
      description="Every device that is signed in now will be signed out."
    >
      <ResetPasswordForm token={token} />
    </SignInCard>
  )
}
