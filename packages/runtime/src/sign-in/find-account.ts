import type { Db } from '@doorman/db/client'
import { accounts, users } from '@doorman/db/schema'
import { and, eq } from 'drizzle-orm'

export type PasswordAccount = { readonly accountId: string; readonly password: string | null }

/** The account with which the user of an address signs in, and the hash of its password. */
export async function findAccount(db: Db, email: string): Promise<PasswordAccount | undefined> {
  const [found] = await db
    .select({ accountId: accounts.id, password: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, 'credential')))
  return found
}
