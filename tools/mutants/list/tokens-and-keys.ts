import type { Mutation } from '../mutation.ts'

const ring = 'packages/runtime/src/secrets/key-ring.ts'
const ringTest = 'packages/runtime/src/secrets/key-ring.test.ts'
const stored = 'packages/runtime/src/secrets/stored-tokens.ts'
const storedTest = 'packages/runtime/src/secrets/stored-tokens.db.test.ts'
const source = 'packages/mail/src/http/token-source.ts'
const sourceTest = 'packages/mail/src/http/token-source.test.ts'
const sealed = 'packages/services/src/mailboxes/connecting/grant-tokens.ts'
const rotation = 'packages/services/src/mailboxes/upkeep/rotate-keys.ts'
const rotationTest = 'apps/cli/src/commands/rotate-keys.db.test.ts'
const connectionTest = 'apps/api/src/routes/connection.db.test.ts'

/** Tokens of mailboxes: encrypted, refreshed once, never lost. */
export const tokensAndKeys: readonly Mutation[] = [
  {
    guarantee: 'a sealed secret opens only in its row',
    file: ring,
    original: '[table, column, rowId, keyVersion]',
    mutated: '[table, column, keyVersion]',
    tests: [ringTest],
  },
  {
    guarantee: 'a sealed secret opens only in its column',
    file: ring,
    original: '[table, column, rowId, keyVersion]',
    mutated: '[table, rowId, keyVersion]',
    tests: [ringTest],
  },
  {
    guarantee: 'a sealed secret opens only in its table',
    file: ring,
    original: '[table, column, rowId, keyVersion]',
    mutated: '[column, rowId, keyVersion]',
    tests: [ringTest],
  },
  {
    guarantee: 'two seals of one secret differ',
    file: ring,
    original: 'const iv = randomBytes(ivBytes)',
    mutated: 'const iv = Buffer.alloc(ivBytes)',
    tests: [ringTest],
  },
  {
    guarantee: 'a changed secret does not open',
    file: ring,
    original: "secret + decipher.final('utf8')",
    mutated: 'secret',
    tests: [ringTest],
  },
  {
    guarantee: 'access tokens are stored encrypted',
    file: sealed,
    original:
      "accessToken: keyRing.seal(tokens.accessToken, sealContextOf('access_token', grantId))",
    mutated: 'accessToken: tokens.accessToken',
    tests: [connectionTest, storedTest],
  },
  {
    guarantee: 'refresh tokens are stored encrypted',
    file: sealed,
    original:
      "refreshToken: keyRing.seal(tokens.refreshToken, sealContextOf('refresh_token', grantId))",
    mutated: 'refreshToken: tokens.refreshToken',
    tests: [connectionTest, storedTest],
  },
  {
    guarantee: 'two processes do not refresh the same token',
    file: stored,
    original:
      'await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${grantId}, 0))`)',
    mutated: 'void tx',
    tests: [storedTest],
  },
  {
    guarantee: 'a late refresh does not overwrite newer tokens',
    file: stored,
    original: 'if (stored?.accessToken !== previous.accessToken) return false',
    mutated: '',
    tests: [storedTest],
  },
  {
    guarantee: 'who waited for the lock loads what the first one stored',
    file: source,
    original: 'if (isFresh(stored) && stored.accessToken !== refused) return stored',
    mutated: '',
    tests: [sourceTest, storedTest],
  },
  {
    guarantee: 'a token that the provider refused is refreshed even if it looks fresh',
    file: source,
    original: 'isFresh(stored) && stored.accessToken !== refused',
    mutated: 'isFresh(stored)',
    tests: [sourceTest],
  },
  {
    guarantee: 'a refresh that lost the race uses the stored token',
    file: source,
    original: '(await save(next, stored)) ? next : await load()',
    mutated: '((await save(next, stored)), next)',
    tests: [sourceTest],
  },
  {
    guarantee: 'a reconnect during a refresh is not taken for lost access',
    file: source,
    original: 'if (current.refreshToken !== stored.refreshToken) return current',
    mutated: '',
    tests: [sourceTest],
  },
  {
    guarantee: 'a token is refreshed before it expires',
    file: source,
    original: 'accessTokenExpiresAt.getTime() - refreshMarginMs > now().getTime()',
    mutated: 'accessTokenExpiresAt.getTime() > now().getTime()',
    tests: [sourceTest],
  },
  {
    guarantee: 'a failed refresh does not put the call in doubt',
    file: source,
    original: 'throw error instanceof MailError ? withoutDoubt(error) : error',
    mutated: 'throw error',
    tests: [sourceTest],
  },
  {
    guarantee: 'Google: a busy token endpoint is not lost access',
    file: 'packages/mail/src/gmail/consent/google-oauth.ts',
    original: "if (status === 429) return 'rate-limited'",
    mutated: '',
    tests: ['packages/mail/src/gmail/consent/gmail-consent.test.ts'],
  },
  {
    guarantee: 'a token key has a version of its own',
    file: 'packages/runtime/src/secrets/token-keys.ts',
    original: ' && versions.size === keys.length',
    mutated: '',
    tests: ['packages/runtime/src/secrets/token-keys.test.ts'],
  },
  {
    guarantee: 'a token key has 32 bytes',
    file: 'packages/runtime/src/secrets/token-keys.ts',
    original: 'key.length === keyBytes ?',
    mutated: 'key.length > 0 ?',
    tests: ['packages/runtime/src/secrets/token-keys.test.ts'],
  },
  {
    guarantee: 'rotation does not overwrite a token that is refreshed meanwhile',
    file: rotation,
    original: ".for('update', { of: grants })",
    mutated: '',
    tests: [rotationTest],
  },
  {
    guarantee: 'one token that does not open does not block rotation',
    file: rotation,
    original: 'const tokens = tryToOpen(() => openTokens(keyRing, grant))',
    mutated: 'const tokens = openTokens(keyRing, grant)',
    tests: [rotationTest],
  },
  {
    guarantee: 'the user of a token that does not open is asked to reconnect',
    file: rotation,
    original: "if (mailbox && needs === 'reconnect') await markNeedsReconnect(db, mailbox)",
    mutated: 'void [mailbox, needs]',
    tests: [rotationTest],
  },
]
