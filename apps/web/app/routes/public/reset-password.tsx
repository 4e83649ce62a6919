import { checkResetLink, resetPassword } from '@doorman/contract/auth'
import { NewPasswordForm } from '../../features/sign-in/new-password-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { ApiError, call } from '../../lib/api/call.ts'
import { serverCall } from '../../lib/api/server-call.ts'
import { linkHeaders, linkMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { leave } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta = () => linkMeta('Choose a new password')

export const headers = linkHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (token === '') return { token, fault: 'This link is incomplete.' }
  try {
    await serverCall(context)(checkResetLink, { token })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // After any other error the link may still be valid.
    if (error.status === 422) return { token, fault: 'This link has expired or was used before.' }
  }
  return { token, fault: null }
}

export default function ResetPasswordPage({ loaderData: { token, fault } }: Route.ComponentProps) {
  if (fault !== null) {
    return (
      <SignInCard title="Choose a new password">
        <div className="grid gap-5">
          <Banner tone="danger">{fault} Please request a new one.</Banner>
          <Button asChild isWide>
            <a href={paths.forgotPassword}>Request a new link</a>
          </Button>
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title="Choose a new password"
      description="This signs you out on all your devices and unlinks Google and Microsoft."
    >
      <NewPasswordForm
        onSave={async (newPassword) => {
          await call(resetPassword, { token, newPassword })
          toast.done(text.passwordUpdated.title, 'Please log in with your new password.')
          await leave(paths.login())
        }}
      />
    </SignInCard>
  )
}
