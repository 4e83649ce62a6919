import { checkSetPasswordLink, setFirstPassword } from '@doorman/contract/first-password'
import { NewPasswordForm } from '../../features/sign-in/new-password-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { ApiError, call, isSignedOut } from '../../lib/api/call.ts'
import { serverCall } from '../../lib/api/server-call.ts'
import { linkHeaders, linkMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { leave } from '../../lib/session/leave.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Route } from './+types/set-password.ts'

const title = 'Set a password'

export const meta = () => linkMeta(title)

export const headers = linkHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (token === '') return { token, fault: 'This link is incomplete.', isSignedIn: true }
  try {
    await serverCall(context)(checkSetPasswordLink, { token })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // After any other error the link may still be valid.
    if ([401, 409, 422].includes(error.status))
      return { token, fault: error.userMessage ?? '', isSignedIn: !isSignedOut(error) }
  }
  return { token, fault: null, isSignedIn: true }
}

export default function SetPasswordPage({ loaderData }: Route.ComponentProps) {
  const { token, fault, isSignedIn } = loaderData
  if (fault !== null) {
    return (
      <SignInCard title={title}>
        <div className="grid gap-5">
          <Banner tone="danger">{fault}</Banner>
          <Button asChild isWide>
            {isSignedIn ? (
              <a href={paths.accountSettings}>Open account settings</a>
            ) : (
              <a href={paths.login()}>Log in</a>
            )}
          </Button>
        </div>
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title={title}
      description="You can still sign in with Google or Microsoft, and you stay signed in."
    >
      <NewPasswordForm
        isFirst
        onSave={async (newPassword) => {
          await call(setFirstPassword, { token, newPassword })
          toast.done('Password set', 'You can now sign in with it, too.')
          await leave(paths.accountSettings)
        }}
      />
    </SignInCard>
  )
}
