import { setTimeout } from 'node:timers/promises'
import type { Transport } from '@doorman/mail/http/transport'

/** The real network, sleep and random numbers. The demo has its own time. */
export function createTransport(now: () => Date = () => new Date()): Transport {
  return {
    fetch: globalThis.fetch,
    random: Math.random,
    clock: {
      now,
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
