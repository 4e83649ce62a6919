import type { Db } from '@doorman/db/client'
import { recoveryCodes } from '@doorman/db/schema'
import {
  formatRecoveryCode,
  readCode,
  recoveryCodeBytes,
  recoveryCodeCount,
} from '@doorman/domain/accounts/second-factor'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, isNull } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../ports/context.ts'

/** Replaces the user's recovery codes. Nothing but the reply to this request ever shows them. */
export async function storeRecoveryCodes(tx: Db, userId: UserId): Promise<readonly string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    formatRecoveryCode(randomBytes(recoveryCodeBytes)),
  )
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hash(readCode(code)?.code ?? code) })))
  return codes
}

/** Uses a code up. Two requests with one code race; the condition on used_at lets one of them win. */
export async function useRecoveryCode(
  { now }: Context,
  tx: Db,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return used.rowCount === 1
}

/** Codes of 80 random bits need no slow hash. */
function hash(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
