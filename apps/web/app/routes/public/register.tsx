import { minimumAge } from '@doorman/domain/plans/plan'
import { productName } from '@doorman/domain/brand'
import { ProviderButtons } from '../../features/sign-in/provider-buttons.tsx'
import { RegisterForm } from '../../features/sign-in/register-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { SignInNotice } from '../../features/sign-in/sign-in-notice.tsx'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { findSignInError } from '../../lib/session/sign-in-error.ts'
import { requireSignedOut } from '../../lib/session/sign-in-gate.ts'
import { loadProviders } from '../../lib/session/sign-in-providers.ts'
import { TextLink } from '../../ui/basics/text-link.tsx'
import type { Route } from './+types/register.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(
    matches,
    paths.register,
    'Sign up free',
    `Create a ${productName} account. No card needed.`,
  )

export const headers = () => ({ 'cache-control': 'no-store' })

export async function loader(arrival: Route.LoaderArgs) {
  await requireSignedOut(arrival)
  const { searchParams } = new URL(arrival.request.url)
  return { notice: findSignInError(searchParams), providers: await loadProviders(arrival) }
}

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  return (
    <SignInCard
      title="Create your account"
      description="Free to start. No card needed."
      footer={
        <>
          Already have an account? <TextLink href={paths.login()}>Log in</TextLink>
        </>
      }
    >
      <SignInNotice notice={loaderData.notice} />
      <RegisterForm />
      <ProviderButtons providers={loaderData.providers} from="register" />
      <p className="mt-5 text-xs text-pretty text-muted-fg">
        By creating an account you confirm that you are at least {minimumAge} years old and agree to
        the <TextLink href={paths.termsOfService}>Terms of Service</TextLink> and the{' '}
        <TextLink href={paths.privacyPolicy}>Privacy Policy</TextLink>.
      </p>
    </SignInCard>
  )
}
