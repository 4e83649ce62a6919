import type { VirtualClock } from '../../world/clock.ts'
import type { Random } from '../../world/random.ts'
import type { WorldRecord } from '../../world/record.ts'
import type { Account } from './accounts.ts'
import type { App } from './apps.ts'
import type { ConsentPolicies } from './consent-policies.ts'
import type { Grants } from './grants.ts'

/** The state of the login host, `login.microsoftonline.com`. */
export type LoginHost = {
  /** Base URL of the login host, without a trailing slash. */
  readonly loginUrl: string
  readonly apps: readonly App[]
  readonly listAccounts: () => readonly Account[]
  readonly grants: Grants
  readonly consentPolicies: ConsentPolicies
  readonly clock: VirtualClock
  readonly random: Random
  readonly record: WorldRecord
}
