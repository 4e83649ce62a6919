import { checkResetLink } from '@doorman/contract/auth'
import { ResetPasswordForm } from '../../features/sign-in/reset-password-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { ApiError } from '../../lib/api.ts'
import { pageCall } from '../../lib/page-call.ts'
import { linkMeta } from '../../lib/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta = () => linkMeta('Choose a new password')

export const headers = () => ({ 'cache-control': 'no-store' })

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (token === '') return { token, fault: 'This link is incomplete.' }
  try {
    await pageCall(context)(checkResetLink, { token })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Whatever else keeps us from asking, the link may serve.
    if (error.status === 422) return { token, fault: 'This link has expired or was used before.' }
  }
  return { token, fault: null }
}

export default function ResetPasswordPage({ loaderData: { token, fault } }: Route.ComponentProps) {
  if (fault !== null) {
    return (
      <SignInCard title="Choose a new password">
        <div className="grid gap-5">
          <Banner tone="danger">{fault} Please ask for a new one.</Banner>
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
