import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { Credentials } from '../ports/login.ts'

/** Creates a user with a confirmed address, for the demo. Idempotent. */
export async function seedUser(
  ctx: Context,
  { isAdmin, ...credentials }: Credentials & { readonly isAdmin: boolean },
): Promise<void> {
  await ctx.login.register(credentials)
  await ctx.db
    .update(users)
    .set({ emailVerified: true, role: isAdmin ? 'admin' : 'user' })
    .where(eq(users.email, credentials.email))
}
