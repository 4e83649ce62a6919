import type { Transport } from '@doorman/mail/http/transport'
import { setTimeout as sleep } from 'node:timers/promises'

/** For clients that need a complete `fetch`, such as Stripe's. Mail adapters need less of it. */
export type NetworkTransport = Transport & { readonly fetch: typeof globalThis.fetch }

/** The real network, sleep and random numbers. The demo has its own time. */
export function createTransport(now: () => Date = () => new Date()): NetworkTransport {
  return {
    fetch: globalThis.fetch,
    random: Math.random,
    clock: {
      now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return { cancel: () => clearTimeout(timer) }
      },
      sleep: async (ms, signal) => {
        try {
          await sleep(ms, undefined, signal && { signal })
        } catch (error) {
          throw signal?.reason ?? error
        }
      },
    },
  }
}
