import { toTermsOfService } from '@doorman/content/legal'
import { pricePerMonthCents, pricePerYearCents } from '@doorman/domain/plans/plan'
import { LegalPage } from '../../features/public-site/legal-page.tsx'
import { formatPrice } from '../../lib/format.ts'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { publicMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/terms-of-service.ts'

const terms = toTermsOfService({
  perMonth: formatPrice(pricePerMonthCents),
  perYear: formatPrice(pricePerYearCents),
})

export const handle: RouteHandle = { hydration: 'never' }

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, paths.termsOfService, terms.title, terms.description)

export default function TermsOfServicePage() {
  return <LegalPage text={terms} />
}
