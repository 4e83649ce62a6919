import type { grants } from '@doorman/db/schema'
import type { GrantId } from '@doorman/domain/ids'
import type { Tokens } from '@doorman/mail/consent'
import type { KeyRing } from '../key-ring.ts'

type Row = typeof grants.$inferSelect

/** Tokens as a row of `grants` keeps them. Only this row can give them back. */
export type SealedTokens = Pick<
  Row,
  'accessToken' | 'refreshToken' | 'keyVersion' | 'accessTokenExpiresAt'
>

export function sealTokens(keyRing: KeyRing, grantId: GrantId, tokens: Tokens): SealedTokens {
  return {
    accessToken: keyRing.seal(tokens.accessToken, placeOf('access_token', grantId)),
    refreshToken: keyRing.seal(tokens.refreshToken, placeOf('refresh_token', grantId)),
    keyVersion: keyRing.newestVersion,
    accessTokenExpiresAt: tokens.accessTokenExpiresAt,
  }
}

export function openTokens(keyRing: KeyRing, row: SealedTokens & Pick<Row, 'id'>): Tokens {
  const { id, keyVersion } = row
  return {
    accessToken: keyRing.open(row.accessToken, keyVersion, placeOf('access_token', id)),
    refreshToken: keyRing.open(row.refreshToken, keyVersion, placeOf('refresh_token', id)),
    accessTokenExpiresAt: row.accessTokenExpiresAt,
  }
}

function placeOf(column: 'access_token' | 'refresh_token', grantId: GrantId) {
  return { table: 'grants', column, rowId: grantId }
}
