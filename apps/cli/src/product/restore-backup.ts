import type { Backup } from '@doorman/db/backup/backup-file'
import { restoreRows } from '@doorman/db/backup/restore-rows'
import { openDb, type Db } from '@doorman/db/client'
import { decisions, deletedUsers, linkTokens, undecidedMessages } from '@doorman/db/schema'
import { UserId } from '@doorman/domain/ids'
import { ConfigError, type Config } from '@doorman/runtime/config/config'
import { createJobQueue } from '@doorman/runtime/jobs/job-queue'
import { createLogger } from '@doorman/runtime/logger'
import { createLimits } from '@doorman/runtime/sign-in/limits'
import { recordOperatorAct } from '@doorman/services/audit/record-act'
import { findKeyProblem } from '@doorman/services/mailboxes/upkeep/token-keys'
import { eraseUser } from '@doorman/services/users/erase-user'
import { and, eq, ne } from 'drizzle-orm'
import { adviseOnKeyProblem, describeKeyProblem } from './require-token-keys.ts'
import { loadKeyRing, loadSecret } from './secrets.ts'

/**
 * Restores rows and deletes users again in one transaction: no process sees a database in which
 * deleted users live. Returns how many of `deletedSince` were in the backup.
 */
export async function restoreBackup({
  config,
  url,
  file,
  backup,
  deletedSince,
}: {
  readonly config: Config
  readonly url: string
  readonly file: string
  readonly backup: Backup
  readonly deletedSince: readonly string[]
}): Promise<number> {
  const now = () => new Date()
  const keyRing = await loadKeyRing(config)
  const logger = createLogger(config.logLevel)
  const { db, pool, close } = openDb(url)
  const jobs = await createJobQueue(url, logger)
  const parts = {
    jobs,
    now,
    limits: createLimits(pool, await loadSecret(config)),
    // The users got their farewell email when they were first deleted.
    notify: { send: async () => {} },
    sleep: async () => {},
    report: (err: unknown) => logger.error({ err, event: 'non-fatal-error' }),
    publicUrl: config.http.publicUrl,
  }
  try {
    return await db.transaction(async (tx) => {
      await restoreRows(tx, file, backup)
      await sendNoReplyAgain(tx)
      // A link that was used since the backup would work a second time. Users ask for new links.
      await tx.delete(linkTokens).where(ne(linkTokens.purpose, 'restore'))
      const problem = await findKeyProblem({ db: tx, keyRing })
      if (problem)
        throw new ConfigError(
          `${describeKeyProblem(problem)} Nothing was restored. Set the TOKEN_KEYS that the backup was made with. ${adviseOnKeyProblem(problem)}`,
        )
      let deletedAgain = 0
      for (const id of deletedSince.map((text) => UserId.parse(text))) {
        await tx.insert(deletedUsers).values({ id, deletedAt: now() })
        if (await eraseUser({ ...parts, db: tx }, id, { deletedBy: 'user' })) deletedAgain += 1
      }
      await recordOperatorAct({ now }, tx, {
        act: 'restore-backup',
        details: { madeAt: backup.header.madeAt, deletedAgain },
      })
      return deletedAgain
    })
  } finally {
    await jobs.stop()
    await close()
  }
}

/**
 * The lost database may have answered messages that wait here. So nothing that was found before the
 * backup gets a smart response any more. Syncs find what arrived since: messages that were set aside
 * are no longer in the inbox, and those that their users moved back stay there.
 */
async function sendNoReplyAgain(tx: Db): Promise<void> {
  await tx
    .update(decisions)
    .set({ mayReply: false })
    .where(and(decisions.mayReply, eq(decisions.state, 'pending')))
  await tx.update(undecidedMessages).set({ isNewArrival: false })
}
