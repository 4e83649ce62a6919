import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Credentials } from '../ports/login.ts'
import { createUser } from './create-user.ts'

/** Creates a user with a confirmed address, for the demo. Idempotent. */
export async function seedUser(
  ctx: Context,
  { isAdmin, ...credentials }: Credentials & { readonly isAdmin: boolean },
): Promise<void> {
  const { email, password } = credentials
  const signIn = { with: 'credential', passwordHash: await ctx.passwords.hash(password) } as const
  await ctx.db.transaction((tx) => createUser(ctx, tx, { email, isVerified: true, signIn }))
  await ctx.db
    .update(users)
    .set({ emailVerified: true, role: isAdmin ? 'admin' : 'user' })
    .where(eq(users.email, email))
}
