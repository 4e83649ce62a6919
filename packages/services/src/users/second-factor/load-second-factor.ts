import { countRecoveryCodes, listSecondFactors } from '@doorman/db/queries/second-factors'
import { accounts, passkeys, users } from '@doorman/db/schema'
import type { PasskeyId } from '@doorman/domain/ids'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'

export type SecondFactorState = {
  /** Users who sign in with Google or Microsoft have none at first. */
  readonly hasPassword: boolean
  /** Whether the last factor cannot be removed. */
  readonly isRequired: boolean
  readonly hasTotp: boolean
  readonly passkeys: readonly {
    readonly id: PasskeyId
    readonly name: string
    readonly createdAt: Date
    readonly lastUsedAt: Date | null
  }[]
  readonly recoveryCodesLeft: number
}

export async function loadSecondFactor(
  { db, adminsNeedSecondFactor }: Context,
  { userId }: Actor,
): Promise<SecondFactorState> {
  const factors = await listSecondFactors(db, userId)
  const hasOwnPassword = and(eq(accounts.userId, userId), isNotNull(accounts.password))
  const isAdmin = and(eq(users.id, userId), eq(users.role, 'admin'))
  return {
    hasPassword: (await db.$count(accounts, hasOwnPassword)) > 0,
    isRequired: adminsNeedSecondFactor && (await db.$count(users, isAdmin)) > 0,
    hasTotp: factors.includes('totp'),
    passkeys: await db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
    recoveryCodesLeft: factors.length === 0 ? 0 : await countRecoveryCodes(db, userId),
  }
}
