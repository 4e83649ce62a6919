import { setTimeout } from 'node:timers/promises'
import type { Transport } from '@doorman/mail/http/transport'

/** The real network, clock and random numbers. */
export function createTransport(): Transport {
  return {
    fetch: globalThis.fetch,
    random: Math.random,
    clock: {
      now: () => new Date(),
      sleep: async (ms, signal) => {
        try {
          await setTimeout(ms, undefined, signal && { signal })
        } catch (error) {
          throw signal?.reason ?? error
        }
      },
    },
  }
}
