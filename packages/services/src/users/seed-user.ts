import { users } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Credentials } from '../login.ts'

/** Makes a user who is confirmed from the start, unless the address is taken: for the demo. */
export async function seedUser(
  ctx: Context,
  { isAdmin, ...credentials }: Credentials & { readonly isAdmin: boolean },
): Promise<void> {
  const isNew = await ctx.login.register(credentials)
  if (!isNew) return
  await ctx.db
    .update(users)
    .set({ emailVerified: true, role: isAdmin ? 'admin' : 'user' })
    .where(eq(users.email, credentials.email))
}
