import { openDb, type OpenDb } from '@doorman/db/client'
import { findUnsafeSettings } from '@doorman/db/durability'
import { findDemoMark } from '@doorman/db/demo-mark'
import { findPendingMigrations } from '@doorman/db/migrate'
import { hasQueues, loadMailboxHealth, loadQueueHealth } from '@doorman/runtime/metrics/health'
import type { MailboxHealth, QueueHealth } from '@doorman/runtime/metrics/health'
import { checkLatestEntries, type AuditCheck } from '@doorman/services/audit/check-audit-log'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import {
  countDamaged,
  findKeyProblem,
  type KeyProblem,
} from '@doorman/services/mailboxes/upkeep/token-keys'
import { demoSignIns } from '../../demo/seed-demo.ts'

export type DatabaseAnswer =
  /** The embedded PostgreSQL before the first start. */
  | { readonly kind: 'not-created' }
  | {
      readonly kind: 'answered'
      readonly version: string
      readonly pendingMigrations: readonly string[]
      /** Settings with which a crash could lose committed data, such as `fsync` off. */
      readonly unsafeSettings: readonly string[]
      readonly now: Date
      /** Number of working mailboxes whose tokens are encrypted with each key. */
      readonly tokenCounts: readonly { readonly keyVersion: number; readonly count: number }[]
      /** Why the configured keys are not the database's. */
      readonly keyProblem: KeyProblem | null
      /** Number of mailboxes whose tokens the configured keys should decrypt, but don't. */
      readonly damagedTokens: number
      /** Whether it is a demo's database or a service's. `null` before the first start. */
      readonly isDemo: boolean | null
      /** Addresses of the demo's users, whose passwords are public. */
      readonly demoUsers: readonly string[]
      /** The queues that have jobs. */
      readonly queues: readonly QueueHealth[]
      /** `null` if the database is not up to date. */
      readonly mailboxes: MailboxHealth | null
      /** Checks the latest entries only. `null` if the database is not up to date. */
      readonly auditLog: AuditCheck | null
    }

/** Takes less than a second. `doorman audit verify` checks all entries. */
const checkedAuditEntries = 10_000

/** Throws the errors of the PostgreSQL client. */
export async function askDatabase(
  url: string,
  keyRing: KeyRing | null = null,
): Promise<DatabaseAnswer> {
  const { db, pool, close } = openDb(url)
  try {
    const { version, now, hasUsers } = await loadFacts(pool)
    const pendingMigrations = await findPendingMigrations(url)
    const parts = keyRing && pendingMigrations.length === 0 ? { db, keyRing } : null
    return {
      kind: 'answered',
      version: /^[\d.]+/.exec(version)?.[0] ?? 'unknown',
      pendingMigrations,
      unsafeSettings: await findUnsafeSettings(url),
      now,
      tokenCounts: pendingMigrations.length > 0 ? [] : await countTokens(pool),
      keyProblem: parts && (await findKeyProblem(parts)),
      damagedTokens: parts ? await countDamaged(parts) : 0,
      isDemo: await findDemoMark(url),
      demoUsers: hasUsers ? await listDemoUsers(pool) : [],
      queues: (await hasQueues(db)) ? await loadQueueHealth(db) : [],
      mailboxes: pendingMigrations.length > 0 ? null : await loadMailboxHealth(db, now),
      auditLog:
        pendingMigrations.length > 0 ? null : await checkLatestEntries({ db }, checkedAuditEntries),
    }
  } finally {
    await close()
  }
}

type Pool = OpenDb['pool']

async function loadFacts(pool: Pool) {
  const { rows } = await pool.query<{ version: string; now: Date; hasUsers: boolean }>(
    `select current_setting('server_version') as version, now(),
      to_regclass('users') is not null as "hasUsers"`,
  )
  const [facts] = rows
  if (!facts) throw new Error('The database returned no version')
  return facts
}

async function listDemoUsers(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    // A stranger can register one of these addresses, but cannot verify it.
    'select email from users where email = any($1) and email_verified order by email',
    [demoSignIns.map(({ email }) => email)],
  )
  return rows.map(({ email }) => email)
}

async function countTokens(pool: Pool) {
  const { rows } = await pool.query<{ keyVersion: number; count: number }>(
    `select key_version as "keyVersion", count(*)::int
    from grants join mailboxes on mailboxes.grant_id = grants.id
    where problem is distinct from 'needs-reconnect' group by 1 order by 1`,
  )
  return rows
}
