import type { Db } from '@doorman/db/client'
import { accounts, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import type { Context } from '../ports/context.ts'

/**
 * Creates a user with one way to sign in. `null` if the address is taken: two registrations of one
 * address race, and the unique constraint lets one of them through.
 */
export async function createUser(
  { now }: Context,
  tx: Db,
  user: {
    readonly email: string
    readonly isVerified: boolean
    readonly signIn:
      | { readonly with: 'credential'; readonly passwordHash: string }
      | { readonly with: 'google' | 'microsoft'; readonly accountId: string }
  },
): Promise<UserId | null> {
  const { email, isVerified, signIn } = user
  const createdAt = now()
  const [created] = await tx
    .insert(users)
    .values({ email, emailVerified: isVerified, createdAt, updatedAt: createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (!created) return null
  await tx.insert(accounts).values({
    userId: created.id,
    providerId: signIn.with,
    accountId: signIn.with === 'credential' ? created.id : signIn.accountId,
    password: signIn.with === 'credential' ? signIn.passwordHash : null,
    createdAt,
    updatedAt: createdAt,
  })
  return created.id
}
