import type { SecondFactor } from '@doorman/domain/accounts/second-factor'
import type { UserId } from '@doorman/domain/ids'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../schema.ts'

/** What the user is asked for after the password. Empty without a second factor. */
export async function listSecondFactors(db: Db, userId: UserId): Promise<readonly SecondFactor[]> {
  const isOwn = eq(totpSecrets.userId, userId)
  const hasTotp = (await db.$count(totpSecrets, and(isOwn, isNotNull(totpSecrets.confirmedAt)))) > 0
  const hasPasskey = (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0
  if (!hasTotp && !hasPasskey) return []
  const hasCode = (await countRecoveryCodes(db, userId)) > 0
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasCode ? (['recovery-code'] as const) : []),
  ]
}

/** How many recovery codes are unused. */
export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  )
}
