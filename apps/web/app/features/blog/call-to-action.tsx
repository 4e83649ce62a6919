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
