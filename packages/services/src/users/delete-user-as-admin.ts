import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { eraseUser } from './erase-user.ts'
import { requireFreshPassword } from './require-fresh-password.ts'

/** Deletes another user's account, also that of another admin. */
export async function deleteUserAsAdmin(
  ctx: Context,
  admin: Admin,
  { id }: { readonly id: UserId },
): Promise<void> {
  if (id === admin.userId)
    throw new AppError('conflict', 'You can delete your own account in Account Settings.')
  await requireFreshPassword(ctx, admin)
  const isDeleted = await eraseUser(ctx, id, {
    deletedBy: 'admin',
    record: (tx) => recordAct(ctx, tx, admin, { act: 'delete-user', subjectId: id }),
  })
  if (!isDeleted) throw new AppError('not-found', 'This user doesn’t exist.')
}
