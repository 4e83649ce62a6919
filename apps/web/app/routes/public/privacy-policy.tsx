import { privacyPolicy } from '@doorman/content/legal'
import { LegalPage } from '../../features/public-site/legal-page.tsx'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/privacy-policy.ts'

export const handle: RouteHandle = { hydration: 'never' }

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, paths.privacyPolicy, privacyPolicy.title, privacyPolicy.description)

export default function PrivacyPolicyPage() {
  return <LegalPage text={privacyPolicy} />
}
