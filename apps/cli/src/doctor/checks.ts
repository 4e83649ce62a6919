import { checkAddress } from './check-address.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkGoogle } from './check-google.ts'
import { checkLanguageModel } from './check-language-model.ts'
import { checkMachine } from './check-machine.ts'
import { checkMicrosoft } from './check-microsoft.ts'
import { checkRelay } from './check-relay.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkSettings } from './check-settings.ts'
import { broken, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'

type Check = (settings: Settings, probes: Probes) => Promise<readonly Finding[]>

/** Everything that is looked at, in the order of the report. */
const checks: readonly (readonly [subject: string, check: Check])[] = [
  ['Settings', checkSettings],
  ['Machine', checkMachine],
  ['Address', checkAddress],
  ['Database', checkDatabase],
  ['Secrets', checkSecrets],
  ['Mail relay', checkRelay],
  ['Google', checkGoogle],
  ['Microsoft', checkMicrosoft],
  ['Language model', checkLanguageModel],
  ['Clock', checkClock],
]

/** All at once, so that the slowest alone decides how long it takes. */
export async function examine(settings: Settings, probes: Probes): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(async ([subject, check]) => {
      try {
        return await check(settings, probes)
      } catch (error) {
        // One that fails itself must not cost the others. Its message may hold anything.
        const name = error instanceof Error ? error.name : 'unknown'
        return [broken(subject, `could not be examined (${name})`)]
      }
    }),
  )
  return findings.flat()
}
