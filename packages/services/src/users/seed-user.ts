import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Credentials } from '../login.ts'

/** Makes a user who is confirmed from the start, where there is none yet: for the demo. */
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
