import { setTimeout } from 'node:timers/promises'
import type { Wire } from './mail-access.ts'

/** The network, the clock and the chance of this machine. */
export function createWire(): Wire {
  return {
    fetch: globalThis.fetch,
    chance: Math.random,
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
