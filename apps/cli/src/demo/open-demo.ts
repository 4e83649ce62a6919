import type { RequestHandler } from '@doorman/api/pages/mount-pages'
import type { Config } from '@doorman/runtime/config/config'
import type { Context } from '@doorman/services/ports/context'
import { stylesheet } from '@doorman/simulators/page'
import { demoUserMailboxes, visitorMailboxes } from '@doorman/simulators/scenes/people'
import { VirtualClock } from '@doorman/simulators/world/clock'
import { openDemoClock, type DemoClock } from './demo-clock.ts'
import { forgetUnknownCustomers } from './forget-unknown-customers.ts'
import { passDays } from './pass-days.ts'
import { reconnectSimulated } from './reconnect-simulated.ts'
import { seedHistory } from './seed-history.ts'
import { simulateProviders, type SimulatedProviders } from './simulated-providers.ts'
import { keepStripeSnapshot, loadStripeSnapshot } from './stripe-snapshot.ts'

export type Demo = {
  readonly clock: DemoClock
  readonly simulated: SimulatedProviders
  readonly pages: Readonly<Record<`/dev/${string}`, RequestHandler>>
  /** Connects the stored mailboxes and customers to the simulators again, and seeds the history. */
  reconnect(ctx: Context): Promise<void>
  /** From now on, visitors of `/dev/world/` can let days pass for this product. */
  letTimePass(ctx: Context): void
  close(): Promise<void>
}

/** Opens the demo's clock and its simulated providers, as the last run left them. */
export async function openDemo(
  { dataDir, http }: Config,
  { hasHistory = false }: { readonly hasHistory?: boolean } = {},
): Promise<Demo> {
  const clock = await openDemoClock(dataDir)
  let pass = async (_days: number) => {}
  const simulated = simulateProviders(http.publicUrl, {
    clock: new VirtualClock(clock.now()),
    stripeSnapshot: await loadStripeSnapshot(dataDir),
    passDays: (days) => pass(days),
    mailboxes: hasHistory ? [...visitorMailboxes, ...demoUserMailboxes] : visitorMailboxes,
  })
  const saveStripe = keepStripeSnapshot(dataDir, simulated.simulators.stripe)
  const stopClock = simulated.followRealTime()
  return {
    clock,
    simulated,
    pages: { '/dev/simulators.css': stylesheet },
    async reconnect(ctx) {
      await reconnectSimulated(ctx, simulated)
      if (hasHistory) await seedHistory(ctx, simulated)
      await forgetUnknownCustomers(ctx, simulated.simulators.stripe)
    },
    letTimePass(ctx) {
      let passing = Promise.resolve()
      pass = (days) => {
        // Queued: if two visitors press a button at once, two runs would race to move the clock.
        passing = passing.catch(() => {}).then(() => passDays(days, { ...simulated, clock, ctx }))
        return passing
      }
    },
    async close() {
      stopClock()
      await saveStripe()
    },
  }
}
