import type { Db } from '@doorman/db/client'
import { mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import type { Guard } from './guarded-mailbox.ts'

/** A longer Retry-After is cut: a mailbox is asked at least once a day. */
const maxRetryAfterMs = dayMs

/**
 * Keeps a provider's Retry-After for one mailbox: until then, every call fails without asking the
 * provider. The mailbox's row holds the time for the other processes and for the next start; the
 * gate remembers it for calls of this process that have already opened the mailbox.
 */
export function createRetryGate({
  db,
  grantId,
  now,
}: {
  readonly db: Db
  readonly grantId: GrantId
  readonly now: () => Date
}): Guard {
  let retryAt: Date | null = null
  return async (call) => {
    assertMayCall(retryAt, now())
    try {
      return await call()
    } catch (error) {
      const retryAfterMs = findProvidersWaitMs(error)
      if (retryAfterMs !== null) {
        retryAt = new Date(now().getTime() + Math.min(retryAfterMs, maxRetryAfterMs))
        // If the row cannot be saved, the provider's answer still decides about the job. Other
        // processes then get the same answer from the provider.
        await saveRetryAt(db, grantId, retryAt).catch(() => {})
      }
      throw error
    }
  }
}

/** Throws `rate-limited` if the provider asked us to wait until later than now. */
export function assertMayCall(retryAt: Date | null, now: Date): void {
  const waitMs = (retryAt?.getTime() ?? 0) - now.getTime()
  // A time further away than any that we store: the clock was set back since.
  if (waitMs <= 0 || waitMs > maxRetryAfterMs) return
  throw new MailError('rate-limited', 'retry-after', { retryAfterMs: waitMs })
}

/** Our own limit says how long to wait, too. It holds in this process only. */
function findProvidersWaitMs(error: unknown): number | null {
  return error instanceof MailError && error.detail !== 'own-rate-limit' ? error.retryAfterMs : null
}

/** The later time wins: two refused calls may store theirs in any order. */
async function saveRetryAt(db: Db, grantId: GrantId, retryAt: Date): Promise<void> {
  await db
    .update(mailboxes)
    .set({ providerRetryAt: sql`greatest(${mailboxes.providerRetryAt}, ${retryAt.toISOString()})` })
    .where(eq(mailboxes.grantId, grantId))
}
