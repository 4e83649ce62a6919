import { claimDatabase, findDemoMark } from '@doorman/db/demo-mark'
import { findUnsafeSettings } from '@doorman/db/durability'
import { findPendingMigrations, migrate } from '@doorman/db/migrate'
import { ConfigError, type Config } from '@doorman/runtime/config/config'

type Kind = Pick<Config, 'isDemo'>

/**
 * Brings the database up to date and marks it as a demo's or a service's. A database with the
 * other mark is refused before anything changes in it. Returns the names of the applied migrations.
 */
export async function prepareDatabase(
  url: string,
  { isDemo }: Kind,
  { mustBeDurable }: { mustBeDurable: boolean },
): Promise<string[]> {
  await refuseOtherKind(url, isDemo)
  if (mustBeDurable) await requireDurability(url)
  const applied = await migrate(url, {
    onBlocked: (name) => console.warn(`${name} waits: its table is in use. Trying again.`),
  })
  await claim(url, isDemo)
  return applied
}

/**
 * For commands that share a database with running processes. They leave migrations to `doorman
 * migrate`.
 */
export async function requirePreparedDatabase(
  url: string,
  { isDemo }: Kind,
  { mustBeDurable }: { mustBeDurable: boolean },
): Promise<void> {
  await refuseOtherKind(url, isDemo)
  const [pending] = await findPendingMigrations(url)
  if (pending !== undefined)
    throw new ConfigError(
      `The database is older than this version: it lacks ${pending}. Run doorman migrate first.`,
    )
  if (mustBeDurable) await requireDurability(url)
  await claim(url, isDemo)
}

async function refuseOtherKind(url: string, isDemo: boolean): Promise<void> {
  const mark = await findDemoMark(url)
  if (mark !== null && mark !== isDemo) throw toRefusal(isDemo)
}

async function claim(url: string, isDemo: boolean): Promise<void> {
  if ((await claimDatabase(url, isDemo)) !== isDemo) throw toRefusal(isDemo)
}

function toRefusal(isDemo: boolean): ConfigError {
  return new ConfigError(
    isDemo
      ? 'This database belongs to a service, so the demo leaves it alone. Set DATA_DIR to an empty folder for the demo, or complete the settings of the service (docs/operations.md).'
      : 'This database belongs to a demo, whose passwords are public. A service needs one that no demo has used: set DATABASE_URL to an empty database, or DATA_DIR to an empty folder.',
  )
}

async function requireDurability(url: string): Promise<void> {
  const unsafe = await findUnsafeSettings(url)
  if (unsafe.length > 0)
    throw new ConfigError(`The database could lose committed data: turn on ${unsafe.join(', ')}.`)
}
