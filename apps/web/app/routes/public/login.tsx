import { loadSecondStep } from '@doorman/contract/second-factor'
import type { SecondFactor } from '@doorman/domain/accounts/second-factor'
import { productName } from '@doorman/domain/brand'
import { toSafeNext } from '@doorman/domain/site/app-pages'
import { lazy, Suspense, useState } from 'react'
import { LoginForm } from '../../features/sign-in/login-form.tsx'
import { ProviderButtons } from '../../features/sign-in/provider-buttons.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { SignInNotice } from '../../features/sign-in/sign-in-notice.tsx'
import { nullWhenSignedOut } from '../../lib/api/call.ts'
import { serverCall } from '../../lib/api/server-call.ts'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { leave } from '../../lib/session/leave.ts'
import { findSignInError } from '../../lib/session/sign-in-error.ts'
import { requireSignedOut } from '../../lib/session/sign-in-gate.ts'
import { loadProviders } from '../../lib/session/sign-in-providers.ts'
import { TextLink } from '../../ui/basics/text-link.tsx'
import type { Route } from './+types/login.ts'

/** Most people who sign in never see it. */
const SecondStep = lazy(async () => ({
  default: (await import('../../features/sign-in/second-step.tsx')).SecondStep,
}))

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, paths.login(), 'Log In', 'Log in to see what was kept out of your inbox.')

export const headers = () => ({ 'cache-control': 'no-store' })

export async function loader(arrival: Route.LoaderArgs) {
  await requireSignedOut(arrival)
  const { searchParams } = new URL(arrival.request.url)
  const next = toSafeNext(searchParams.get('next'))
  const isSecondStep = searchParams.get('step') === 'second-factor'
  return {
    destination: next ?? paths.dashboard,
    next,
    notice: findSignInError(searchParams),
    providers: await loadProviders(arrival),
    firstStep: paths.login(next ?? undefined),
    secondFactor: isSecondStep ? await findSecondStep(arrival) : [],
  }
}

/** Empty if the sign-in took too long: the user starts again. */
async function findSecondStep({ context }: Route.LoaderArgs) {
  const step = await nullWhenSignedOut(serverCall(context)(loadSecondStep, {}))
  return step?.secondFactor ?? []
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { destination, firstStep, secondFactor, next, notice, providers } = loaderData
  const [factors, setFactors] = useState<readonly SecondFactor[]>(secondFactor)

  function startAgain() {
    if (secondFactor.length > 0) void leave(firstStep)
    else setFactors([])
  }

  if (factors.length > 0)
    return (
      <SignInCard title="Confirm it’s you" description="Two-step sign-in is on for your account.">
        <Suspense>
          <SecondStep factors={factors} destination={destination} onStartAgain={startAgain} />
        </Suspense>
      </SignInCard>
    )
  return (
    <SignInCard
      title="Welcome back"
      description="Log in to see what was kept out of your inbox."
      footer={
        <>
          New here? <TextLink href={paths.register}>Create an account</TextLink>
        </>
      }
    >
      <SignInNotice notice={notice} />
      <LoginForm destination={destination} onSecondStep={setFactors} />
      <ProviderButtons providers={providers} from="login" next={next} />
      {providers.length > 0 && (
        <p className="mt-5 text-xs text-pretty text-muted-fg">
          Continuing creates an account if you don’t have one. {productName}’s{' '}
          <TextLink href={paths.termsOfService}>Terms of Service</TextLink> and{' '}
          <TextLink href={paths.privacyPolicy}>Privacy Policy</TextLink> apply.
        </p>
      )}
    </SignInCard>
  )
}
