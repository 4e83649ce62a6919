import type { VirtualClock } from '@doorman/simulators/world/clock'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The demo's time: the real time plus what visitors have let pass since the first start. */
export type DemoClock = {
  now(): Date
  /**
   * Moves the time forward, together with the simulators' clock. It stays moved after a restart,
   * like everything in the database.
   */
  advance(ms: number, simulators: VirtualClock): Promise<void>
}

export async function openDemoClock(dataDir: string): Promise<DemoClock> {
  const file = join(dataDir, 'demo-clock')
  let aheadMs = toMs(await readFile(file, 'utf8').catch(() => ''))
  let moving: VirtualClock | null = null
  return {
    now: () => moving?.now() ?? new Date(Date.now() + aheadMs),
    async advance(ms, simulators) {
      // While its clock moves, the simulated Stripe sends events. The product must have the same
      // time, because it refuses old events.
      moving = simulators
      await simulators.advance(ms).finally(() => {
        moving = null
        aheadMs += ms
      })
      // A process that is killed while it writes would leave half a number.
      await writeFile(`${file}.new`, `${aheadMs}\n`)
      await rename(`${file}.new`, file)
    },
  }
}

function toMs(text: string): number {
  return /^\d{1,13}\s*$/.test(text) ? Number(text) : 0
}
