import { lockUser } from '@doorman/db/queries/lock-user'
import { listSecondFactors } from '@doorman/db/queries/second-factors'
import { passkeys, recoveryCodes, totpSecrets, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import { recordOperatorAct } from '../../audit/record-act.ts'
import { orderEmails } from '../../emails/order-email.ts'
import type { Context } from '../../ports/context.ts'
import { endSignIns } from '../end-sign-ins.ts'

/**
 * Removes all second factors of a user who has lost them. For the command line only: the operator
 * checks first that the request comes from the user, who is signed out everywhere and gets an email.
 */
export async function resetSecondFactor(
  ctx: Pick<Context, 'db' | 'jobs' | 'now'>,
  { email }: { readonly email: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    const user = found && (await lockUser(tx, found.id))
    if (!user) throw new AppError('not-found', `No user has the address ${email}.`)
    if ((await listSecondFactors(tx, user.id)).length === 0)
      throw new AppError('conflict', `${email} has no second factor.`)
    for (const factor of [totpSecrets, passkeys, recoveryCodes])
      await tx.delete(factor).where(eq(factor.userId, user.id))
    await orderEmails(ctx, tx, [{ userId: user.id, kind: 'second-factor-changed' }])
    await endSignIns(ctx, tx, user.id, { reason: 'second-factor-changed', ip: null })
    await recordOperatorAct(ctx, tx, { act: 'reset-second-factor', subjectId: user.id })
  })
}
