import { planFeatures } from '@doorman/content/plans'
import { site } from '@doorman/content/site'
import { pricePerMonthCents, pricePerYearCents, trialDays } from '@doorman/domain/plans/plan'
import { clsx } from 'clsx'
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
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
        <Plan
          name="Pro"
          isLeading
          badge={<Badge tone="good">{trialDays} days free</Badge>}
          prices={
            <>
              <Price price={formatPrice(pricePerMonthCents)} per="per month" />{' '}
              <span className="text-muted-fg">or</span>{' '}
              <Price price={formatPrice(pricePerYearCents)} per="per year">
                <Badge tone="good">saves {formatPrice(yearlySavingCents)}</Badge>
              </Price>
            </>
          }
          features={planFeatures.pro}
          action={
            <Button asChild size="large">
              <a href={paths.register}>Start Free Trial</a>
            </Button>
          }
        />
        <Plan
          name="Free Forever"
          badge={<span className="text-sm text-muted-fg">No card needed</span>}
          prices={<Price price={formatPrice(0)} per="forever" />}
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
  prices,
  features,
  action,
}: {
  name: string
  isLeading?: boolean
  badge: ReactNode
  prices: ReactNode
  features: readonly string[]
  action: ReactNode
}) {
  return (
    <div
      className={clsx(
        'flex flex-col rounded-hero border bg-bg p-4 sm:p-5 md:p-7',
        isLeading ? 'border-primary' : 'border-border',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg font-semibold">{name}</h3>
        {badge}
      </div>
      <div className="mt-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">{prices}</div>
      {/* Two columns are read one after the other, not row by row. */}
      <ul
        className={clsx(
          'mt-4 text-sm md:mt-6',
          isLeading ? 'gap-x-8 sm:columns-2' : 'gap-x-4 max-sm:columns-2',
        )}
      >
        {features.map((feature) => (
          <li key={feature} className="flex break-inside-avoid gap-2.5 pb-1.5 md:pb-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="screen-only mt-auto grid pt-4">{action}</div>
    </div>
  )
}

function Price({ price, per, children }: { price: string; per: string; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-2">
      <span className="text-3xl font-semibold tabular-nums md:text-4xl">{price}</span>{' '}
      <span className="text-muted-fg">{per}</span> {children}
    </p>
  )
}
