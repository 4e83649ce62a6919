import { productName } from '@doorman/domain/brand'
import { trialDays } from '@doorman/domain/plans/plan'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'

export function CallToAction() {
  return (
    <section className="rounded-card border border-primary/40 bg-primary/10 p-5">
      <h2 className="text-lg font-semibold">Ready to Filter Cold Outreach?</h2>
      <p className="mt-1 mb-4 text-sm text-pretty text-muted-fg">
        {trialDays} days of Pro, no card. Nothing is ever deleted.
      </p>
      <Button asChild>
        <a href={paths.register}>Start Free Trial</a>
      </Button>
    </section>
  )
}

/** A reminder at the end of an article, on wide screens, which show the card beside the text. */
export function ClosingCall() {
  return (
    <p className="screen-only mt-12 hidden flex-wrap items-center justify-between gap-4 rounded-card border border-border bg-card p-5 text-pretty shadow-card lg:flex">
      <span>
        <strong className="block font-semibold">Keep cold outreach out of your inbox</strong>
        <span className="text-sm text-muted-fg">
          Connect Gmail or Outlook in a minute. {trialDays} days of Pro, no card.
        </span>
      </span>
      <Button asChild>
        <a href={paths.register}>Try {productName} free</a>
      </Button>
    </p>
  )
}
