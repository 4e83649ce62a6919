import type { grants } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { Tokens } from '@doorman/mail/consent'
import type { KeyRing } from '../../ports/key-ring.ts'

type Row = typeof grants.$inferSelect

/** Tokens as a row of `grants` stores them. They can be opened for this row only. */
export type SealedTokens = Pick<
  Row,
  'accessToken' | 'refreshToken' | 'keyVersion' | 'accessTokenExpiresAt'
>

export function sealTokens(keyRing: KeyRing, grantId: GrantId, tokens: Tokens): SealedTokens {
  return {
    accessToken: keyRing.seal(tokens.accessToken, sealContextOf('access_token', grantId)),
    refreshToken: keyRing.seal(tokens.refreshToken, sealContextOf('refresh_token', grantId)),
    keyVersion: keyRing.newestVersion,
    accessTokenExpiresAt: tokens.accessTokenExpiresAt,
  }
}

export function openTokens(keyRing: KeyRing, row: SealedTokens & Pick<Row, 'id'>): Tokens {
  const { id, keyVersion } = row
  return {
    accessToken: keyRing.open(row.accessToken, keyVersion, sealContextOf('access_token', id)),
    refreshToken: keyRing.open(row.refreshToken, keyVersion, sealContextOf('refresh_token', id)),
    accessTokenExpiresAt: row.accessTokenExpiresAt,
  }
}

/**
 * `null` if the tokens are damaged or were copied from another row: nothing will open them again.
 * Throws if only their key is missing, because then putting the key back repairs everything.
 */
export function findIntactTokens(
  keyRing: KeyRing,
  row: SealedTokens & Pick<Row, 'id'>,
): Tokens | null {
  try {
    return openTokens(keyRing, row)
  } catch (error) {
    if (!hasKey(keyRing, row.keyVersion)) throw error
    return null
  }
}

export function hasKey({ keys }: KeyRing, keyVersion: number): boolean {
  return keys.some(({ version }) => version === keyVersion)
}

function sealContextOf(column: 'access_token' | 'refresh_token', grantId: GrantId) {
  return { table: 'grants', column, rowId: grantId }
}
