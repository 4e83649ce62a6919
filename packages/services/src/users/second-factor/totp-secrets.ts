import type { Db } from '@doorman/db/client'
import { totpSecrets } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import type { KeyRing } from '../../ports/key-ring.ts'

type Row = typeof totpSecrets.$inferSelect

export function sealSecret(keyRing: KeyRing, userId: UserId, secret: string) {
  return {
    secret: keyRing.seal(secret, sealContextOf(userId)),
    keyVersion: keyRing.newestVersion,
  }
}

export function openSecret(keyRing: KeyRing, row: Pick<Row, 'userId' | 'secret' | 'keyVersion'>) {
  return keyRing.open(row.secret, row.keyVersion, sealContextOf(row.userId))
}

/**
 * The time step of the code, or `null` if the code is wrong. A secret that does not open
 * cannot check anything: the user is told what works instead.
 */
export function checkCode(ctx: Context, row: Row, code: string): number | null {
  return ctx.secondFactors.checkTotp(openOrExplain(ctx, row), code)
}

/**
 * Uses a code up. Two requests with one code race, and both find it right. The condition on
 * last_step lets one of them win, and refuses a code that was used before.
 */
export async function useTotpCode(
  ctx: Context,
  tx: Db,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  const step = row ? checkCode(ctx, row, code) : null
  if (step === null) return false
  const used = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, step)))
  return used.rowCount === 1
}

function openOrExplain({ keyRing, report }: Context, row: Row): string {
  try {
    return openSecret(keyRing, row)
  } catch (error) {
    report(error)
    throw new AppError(
      'unavailable',
      'We can’t check your app’s codes right now. Use a passkey or a recovery code instead.',
    )
  }
}

function sealContextOf(userId: UserId) {
  return { table: 'totp_secrets', column: 'secret', rowId: userId }
}
