import type { Db } from '@doorman/db/client'
import { mailboxes } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import { dayMs } from '@doorman/domain/time'
import { MailError } from '@doorman/mail/mail-error'
import { eq, sql } from 'drizzle-orm'
import type { Guard } from './guarded-mailbox.ts'

/** A longer Retry-After is capped: a mailbox is asked at least once a day. */
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
        // If the row cannot be saved, the job still gets the provider's answer, and other processes
        // get the same answer when they ask.
        await saveRetryAt(db, grantId, retryAt).catch(() => {})
      }
      throw error
    }
  }
}

/** Throws `rate-limited` if the provider asked us to wait until later than now. */
export function assertMayCall(retryAt: Date | null, now: Date): void {
  const waitMs = (retryAt?.getTime() ?? 0) - now.getTime()
  // We never store a time that is so far away: the clock has been set back since.
  if (waitMs <= 0 || waitMs > maxRetryAfterMs) return
  throw new MailError('rate-limited', 'retry-after', { retryAfterMs: waitMs })
}

/** `null` for our own rate limit: it names a wait, too, but holds in this process only. */
function findProvidersWaitMs(error: unknown): number | null {
  return error instanceof MailError && error.detail !== 'own-rate-limit' ? error.retryAfterMs : null
}

/**
 * Two refused calls race to store their times. The later time wins, in whichever order they store.
 */
async function saveRetryAt(db: Db, grantId: GrantId, retryAt: Date): Promise<void> {
  await db
    .update(mailboxes)
    .set({ providerRetryAt: sql`greatest(${mailboxes.providerRetryAt}, ${retryAt.toISOString()})` })
    .where(eq(mailboxes.grantId, grantId))
}
