import { subscriptionIntervals, type SubscriptionInterval } from '@doorman/domain/plans/plan'
import { useId, useState, type SubmitEvent } from 'react'
import { formatPrice } from '../../lib/format.ts'
import { text } from '../../lib/text.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { priceCents, prices, yearlySaving } from './prices.ts'
import type { PaymentPages } from './use-payment-page.ts'

const names = { monthly: 'Monthly', yearly: 'Yearly' } as const
const periods = { monthly: 'per month', yearly: 'per year' } as const

/** Monthly or yearly, and the way to the checkout page. */
export function PlanChooser({
  isInTrial,
  payments,
}: {
  isInTrial: boolean
  payments: PaymentPages
}) {
  const formId = useId()
  const [chosen, setChosen] = useState<SubscriptionInterval>('monthly')

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    payments.open({ kind: 'checkout', plan: chosen })
  }

  return (
    <Card
      title={isInTrial ? 'Keep Pro' : text.upgrade.label}
      footer={
        <>
          <p className="me-auto text-sm text-pretty text-muted-fg">
            Billing starts today. Cancel anytime.
          </p>
          <Button type="submit" form={formId} isPending={payments.opening === 'checkout'}>
            Subscribe for {prices[chosen]}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" onSubmit={onSubmit}>
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">Plan</legend>
          {subscriptionIntervals.map((interval) => (
            <label
              key={interval}
              className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-card border border-input p-4 has-checked:border-primary has-checked:bg-primary/10"
            >
              <input
                type="radio"
                name="plan"
                value={interval}
                checked={chosen === interval}
                onChange={() => setChosen(interval)}
                className="size-4 appearance-none rounded-full border border-input checked:border-5 checked:border-primary forced-colors:appearance-auto"
              />
              <span className="text-sm leading-6 font-medium">{names[interval]}</span>
              {interval === 'yearly' && <Badge tone="good">Saves {yearlySaving}</Badge>}
              <span className="col-span-2 col-start-2">
                <strong className="text-2xl font-semibold tabular-nums">
                  {formatPrice(priceCents[interval])}
                </strong>{' '}
                <span className="text-sm text-muted-fg">{periods[interval]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </form>
    </Card>
  )
}
