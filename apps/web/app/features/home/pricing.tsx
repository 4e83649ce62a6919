import { planFeatures } from '@doorman/content/plans'
import { site } from '@doorman/content/site'
import { pricePerMonthCents, pricePerYearCents, trialDays } from '@doorman/domain/plans/plan'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPrice } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Section } from './section.tsx'

const yearlySavingCents = 12 * pricePerMonthCents - pricePerYearCents

export function Pricing() {
  return (
    <Section id="pricing" title={site.pricing.title} lead={site.pricing.lead} band>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Plan
          name="Pro"
          isLeading
          badge={<Badge tone="good">{trialDays} days free</Badge>}
          price={formatPrice(pricePerMonthCents)}
          per="per month"
          also={`or ${formatPrice(pricePerYearCents)} per year, which saves ${formatPrice(yearlySavingCents)}`}
          features={planFeatures.pro}
          action={
            <Button asChild size="large">
              <a href={paths.register}>Start Free Trial</a>
            </Button>
          }
        />
        <Plan
          name="Free Forever"
          price={formatPrice(0)}
          per="forever"
          also="No card needed"
          features={planFeatures.free}
          action={
            <Button asChild size="large" variant="secondary">
              <a href={paths.register}>Sign up free</a>
            </Button>
          }
        />
      </div>
    </Section>
  )
}

function Plan({
  name,
  isLeading = false,
  badge,
  price,
  per,
  also,
  features,
  action,
}: {
  name: string
  isLeading?: boolean
  badge?: ReactNode
  price: string
  per: string
  also: string
  features: readonly string[]
  action: ReactNode
}) {
  return (
    <div
      className={`rounded-hero border bg-bg p-6 md:p-8 ${isLeading ? 'border-primary' : 'border-border'}`}
    >
      <div className="flex items-center justify-between">
        <h3 className="text-lg font-semibold">{name}</h3>
        {badge}
      </div>
      <p className="mt-4 flex items-baseline gap-2">
        <span className="text-4xl font-semibold tabular-nums">{price}</span>
        <span className="text-muted-fg">{per}</span>
      </p>
      <p className="mt-1 text-sm text-muted-fg">{also}</p>
      <ul className={`mt-6 grid gap-3 text-sm ${isLeading ? 'sm:grid-cols-2' : ''}`}>
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="screen-only mt-8 grid">{action}</div>
    </div>
  )
}
