import { listSecondFactors } from '@doorman/db/queries/second-factors'
import { AppError } from '@doorman/domain/app-error'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { requirePassword } from '../require-password.ts'
import { changeFactors } from './change-factors.ts'
import { storeRecoveryCodes } from './recovery-codes.ts'

/** Ten new recovery codes. The old ones stop working. */
export async function replaceRecoveryCodes(
  ctx: Context,
  actor: Actor,
  { password }: { readonly password: string },
): Promise<readonly string[]> {
  await requirePassword(ctx, actor, password)
  let codes: readonly string[] = []
  await changeFactors(ctx, actor, async (tx) => {
    if ((await listSecondFactors(tx, actor.userId)).length === 0)
      throw new AppError('conflict', 'Turn on two-step sign-in first.')
    codes = await storeRecoveryCodes(tx, actor.userId)
  })
  return codes
}
