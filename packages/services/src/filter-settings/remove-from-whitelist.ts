import { whitelistDomains } from '@doorman/db/schema'
import { toWhitelistEntry } from '@doorman/domain/screening/whitelist-entry'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { requirePro } from './require-pro.ts'

/** Idempotent. */
export async function removeFromWhitelist(
  { db, now }: Context,
  { userId }: Actor,
  { entered }: { readonly entered: string },
): Promise<void> {
  await requirePro(db, userId, now())
  const domain = toWhitelistEntry(entered)
  if (domain === null) return
  await db
    .delete(whitelistDomains)
    .where(and(eq(whitelistDomains.userId, userId), eq(whitelistDomains.domain, domain)))
}
