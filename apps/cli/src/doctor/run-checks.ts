import { checkAddress } from './checks/check-address.ts'
import { checkClock } from './checks/check-clock.ts'
import { checkDatabase } from './checks/check-database.ts'
import { checkGoogle } from './checks/check-google.ts'
import { checkLanguageModel } from './checks/check-language-model.ts'
import { checkMachine } from './checks/check-machine.ts'
import { checkMicrosoft } from './checks/check-microsoft.ts'
import { checkRelay } from './checks/check-relay.ts'
import { checkSecrets } from './checks/check-secrets.ts'
import { checkSettings } from './checks/check-settings.ts'
import { checkStripe } from './checks/check-stripe.ts'
import { broken, type Finding } from './finding.ts'
import type { Probes } from './probes/probes.ts'
import type { Settings } from './settings.ts'

type Check = (settings: Settings, probes: Probes) => Promise<readonly Finding[]>

/** In the order of the report. */
const checks: readonly (readonly [subject: string, check: Check])[] = [
  ['Settings', checkSettings],
  ['Machine', checkMachine],
  ['Address', checkAddress],
  ['Database', checkDatabase],
  ['Secrets', checkSecrets],
  ['Mail relay', checkRelay],
  ['Google', checkGoogle],
  ['Microsoft', checkMicrosoft],
  ['Stripe', checkStripe],
  ['Language model', checkLanguageModel],
  ['Clock', checkClock],
]

/** Runs all checks in parallel. */
export async function runChecks(settings: Settings, probes: Probes): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(async ([subject, check]) => {
      try {
        return await check(settings, probes)
      } catch (error) {
        // A bug in one check must not hide the others. Only the name: the message may hold a secret.
        const name = error instanceof Error ? error.name : 'unknown'
        return [broken(subject, `the check itself failed (${name})`)]
      }
    }),
  )
  return findings.flat()
}
