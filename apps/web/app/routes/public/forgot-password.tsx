import { ForgotPasswordForm } from '../../features/sign-in/forgot-password-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { TextLink } from '../../ui/basics/text-link.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(
    matches,
    paths.forgotPassword,
    'Forgot password',
    'Get a link to choose a new password.',
  )

export default function ForgotPasswordPage() {
  return (
    <SignInCard
      title="Forgot your password?"
      description="Enter your email address and we’ll send you a link to choose a new one."
      footer={
        <>
          Remembered it? <TextLink href={paths.login()}>Log in</TextLink>
        </>
      }
    >
      <ForgotPasswordForm />
    </SignInCard>
  )
}
