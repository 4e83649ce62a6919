import { LoginForm } from '../../features/sign-in/login-form.tsx'
import { SignInCard } from '../../features/sign-in/sign-in-card.tsx'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths, toSafeNext } from '../../lib/paths.ts'
import { requireSignedOut } from '../../lib/session/sign-in-gate.ts'
import { TextLink } from '../../ui/basics/text-link.tsx'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, paths.login(), 'Log In', 'Log in to see what was kept out of your inbox.')

export const headers = () => ({ 'cache-control': 'no-store' })

export async function loader(arrival: Route.LoaderArgs) {
  await requireSignedOut(arrival)
  const next = new URL(arrival.request.url).searchParams.get('next')
  return { destination: toSafeNext(next) ?? paths.dashboard }
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
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
      <LoginForm destination={loaderData.destination} />
    </SignInCard>
  )
}
