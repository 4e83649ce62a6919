import { accounts, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Credentials } from '../ports/login.ts'

/**
 * The user of an address and password, and the hash that the password matches, or `null`. Takes as
 * long for an address without an account. A hash with older cost settings is replaced, because we
 * know the password only here.
 */
export async function checkCredentials(
  { db, passwords }: Context,
  { email, password }: Credentials,
): Promise<{ readonly userId: UserId; readonly hash: string } | null> {
  const [account] = await db
    .select({ id: accounts.id, userId: users.id, hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, 'credential')))
  const isRight = await passwords.verify(password, account?.hash ?? null)
  if (!isRight || !account || account.hash === null) return null
  const { id, userId, hash } = account
  if (passwords.isCurrent(hash)) return { userId, hash }
  const renewed = await passwords.hash(password)
  await db
    .update(accounts)
    .set({ password: renewed })
    .where(and(eq(accounts.id, id), eq(accounts.password, hash)))
  return { userId, hash: renewed }
}
