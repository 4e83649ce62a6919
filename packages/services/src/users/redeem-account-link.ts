import type { Db } from '@doorman/db/client'
import { findLinkUser, redeemLinkToken, type AccountPurpose } from '@doorman/db/queries/link-tokens'
import { lockUser } from '@doorman/db/queries/lock-user'
import type { users } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'
import { expiredLink } from './expired-link.ts'

/**
 * Locks the user of an emailed link and uses the link up. Lock order: the user first, as deleting a
 * user locks the user and then the links. Otherwise the two can deadlock.
 */
export async function redeemAccountLink(
  { now }: Context,
  tx: Db,
  { token, purpose }: { readonly token: string; readonly purpose: AccountPurpose },
): Promise<typeof users.$inferSelect> {
  const link = { token, purpose, now: now() }
  const userId = await findLinkUser(tx, link)
  const user = userId && (await lockUser(tx, userId))
  // The link may have been used while we waited for the lock.
  if (!user || !(await redeemLinkToken(tx, link))) throw expiredLink()
  return user
}
