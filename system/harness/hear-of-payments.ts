import { dayMs } from '@doorman/domain/time'
import { syncAllSubscriptionsJob } from '@doorman/services/ports/jobs'
import type { openDemo } from './demo.ts'
import { advance, runSchedules } from './pass-time.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

/** What happens to Stripe's events on their way to the product. */
export type Webhooks = 'in order' | 'lost' | 'reversed'

/** Lets the product hear of payments in one way only. */
export function hearOfPayments(demo: Demo, webhooks: Webhooks) {
  const { stripe } = demo.simulated.simulators
  const reset = () => stripe.setDeliveryFaults({ drop: webhooks !== 'in order' })
  reset()
  // Only lost events need the nightly sync.
  const without = webhooks === 'lost' ? [] : [syncAllSubscriptionsJob.name]
  let heardCount = stripe.events.length

  /** Delivers the events of what has just happened, and runs all jobs. */
  async function hear(): Promise<void> {
    if (webhooks === 'reversed') {
      stripe.setDeliveryFaults({ copies: 2 })
      const oldest = stripe.events.slice(0, 1)
      const newest = stripe.events.slice(heardCount).toReversed()
      for (const { id } of [...newest, ...oldest]) stripe.resend(id)
      reset()
    }
    heardCount = stripe.events.length
    await demo.clock.advance(0)
    await demo.runJobsUntilIdle()
  }

  return {
    hear,
    async pass(days: number): Promise<void> {
      await advance(demo, days * dayMs)
      await hear()
      await runSchedules(demo, { without })
      // The hourly schedules then act on what the nightly sync found.
      if (webhooks === 'lost') await runSchedules(demo)
    },
  }
}
