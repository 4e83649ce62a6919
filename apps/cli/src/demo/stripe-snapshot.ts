import type { SimulatedStripe } from '@doorman/simulators/stripe/stripe'
import type { StripeSnapshot } from '@doorman/simulators/stripe/snapshot'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const saveIntervalMs = 2_000

/** The simulated Stripe account of the last run; `undefined` at the first start. */
export async function loadStripeSnapshot(dataDir: string): Promise<StripeSnapshot | undefined> {
  try {
    return JSON.parse(await readFile(toFile(dataDir), 'utf8')) as StripeSnapshot
  } catch {
    // Missing or damaged: `forgetUnknownCustomers` lets the demo's customers subscribe again.
    return undefined
  }
}

/**
 * Saves the simulated account every few seconds, because the customers in the demo's database
 * outlive the process. Returns a function that saves it for the last time.
 */
export function keepStripeSnapshot(dataDir: string, stripe: SimulatedStripe): () => Promise<void> {
  let saved = ''
  const save = async () => {
    const snapshot = JSON.stringify(stripe.takeSnapshot())
    if (snapshot === saved) return
    const file = toFile(dataDir)
    await writeFile(`${file}.new`, snapshot)
    await rename(`${file}.new`, file)
    saved = snapshot
  }
  let saving = Promise.resolve()
  const timer = setInterval(() => {
    // A full disk, for example. The next save may succeed.
    saving = saving.then(save).catch(() => {})
  }, saveIntervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await saving.then(save)
  }
}

function toFile(dataDir: string): string {
  return join(dataDir, 'demo-stripe.json')
}
