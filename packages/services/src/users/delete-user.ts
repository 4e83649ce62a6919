import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { eraseUser } from './erase-user.ts'
import { requirePassword } from './require-password.ts'

/** Deletes the user's own account. */
export async function deleteUser(
  ctx: Context,
  actor: Actor,
  { password }: { password: string },
): Promise<void> {
  await requirePassword(ctx, actor, password)
  await eraseUser(ctx, actor.userId, { deletedBy: 'user' })
}
