import type { Mutation } from '../mutation.ts'

const attempts = 'packages/services/src/mailboxes/connecting/oauth-attempts.ts'
const finish = 'packages/services/src/mailboxes/connecting/finish-connection.ts'
const save = 'packages/services/src/mailboxes/connecting/save-grant.ts'
const start = 'packages/services/src/mailboxes/connecting/start-connection.ts'
const routeTest = 'apps/api/src/routes/connection.db.test.ts'
const outcomesTest = 'apps/api/src/routes/connection-outcomes.db.test.ts'
const google = 'packages/mail/src/gmail/consent/gmail-consent.ts'
const googleToken = 'packages/mail/src/gmail/consent/google-token.ts'
const googleTest = 'packages/mail/src/gmail/consent/gmail-consent.test.ts'
const microsoft = 'packages/mail/src/microsoft/consent/microsoft-consent.ts'
const microsoftToken = 'packages/mail/src/microsoft/consent/id-token.ts'
const microsoftTest = 'packages/mail/src/microsoft/consent/microsoft-consent.test.ts'

/** A consent connects the mailbox of the person who started it, and no other. */
export const oauth: readonly Mutation[] = [
  {
    guarantee: 'a state is bound to the login session',
    file: attempts,
    original: 'eq(oauthAttempts.provider, provider),\n    eq(oauthAttempts.sessionId, sessionId),',
    mutated: 'eq(oauthAttempts.provider, provider),',
    tests: [routeTest],
  },
  {
    guarantee: 'a state is bound to the provider',
    file: attempts,
    original: 'eq(oauthAttempts.provider, provider),\n    eq(oauthAttempts.sessionId, sessionId),',
    mutated: 'eq(oauthAttempts.sessionId, sessionId),',
    tests: [routeTest],
  },
  {
    guarantee: 'a state is bound to its secret',
    file: attempts,
    original: 'eq(oauthAttempts.stateHash, hash(state)),',
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'a state is used once',
    file: attempts,
    original: 'isNull(oauthAttempts.usedAt), ',
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'a state expires',
    file: attempts,
    original: ', gt(oauthAttempts.expiresAt, now)',
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'a state is stored as a hash',
    file: attempts,
    original: "return createHash('sha256').update(state).digest('base64url')",
    mutated: 'return state',
    tests: [routeTest],
  },
  {
    guarantee: 'a code verifier is stored encrypted',
    file: attempts,
    original: 'codeVerifier: keyRing.seal(codeVerifier, sealContextOf(attemptId))',
    mutated: 'codeVerifier',
    tests: [routeTest],
  },
  {
    guarantee: 'an error of the provider outweighs its code',
    file: finish,
    original: 'code === undefined || error !== undefined',
    mutated: 'code === undefined',
    tests: [routeTest],
  },
  {
    guarantee: 'a callback without a session connects nothing',
    file: 'apps/api/src/routes/connection-callbacks.ts',
    original: 'isThemselves ? await finishConnection(ctx, actor, callback) : expired',
    mutated: "await finishConnection(ctx, actor ?? ({ sessionId: 'none' } as never), callback)",
    tests: [routeTest],
  },
  {
    guarantee: 'an administrator who returns needs no session',
    file: 'apps/api/src/routes/connection-callbacks.ts',
    original:
      "return query['admin_consent'] !== undefined || (state === undefined && error !== undefined)",
    mutated: 'return state === undefined && error !== undefined',
    tests: [outcomesTest],
  },
  {
    guarantee: 'an administrator is thanked only if Microsoft says that they approved',
    file: 'apps/api/src/routes/connection-callbacks.ts',
    original: "findText(adminConsent)?.toLowerCase() === 'true'",
    mutated: 'adminConsent !== undefined',
    tests: [outcomesTest],
  },
  {
    guarantee: 'a forged approval does not replace a code',
    file: 'apps/api/src/routes/connection-callbacks.ts',
    original: "if (provider !== 'microsoft' || code !== undefined) return false",
    mutated: "if (provider !== 'microsoft') return false",
    tests: [outcomesTest],
  },
  {
    guarantee: 'an account without a mailbox is not connected',
    file: finish,
    original: 'if (await hasMailbox(ctx, attempt, redemption.grant))',
    mutated: 'if (attempt)',
    tests: [outcomesTest],
  },
  {
    guarantee: 'an outage does not count as a missing mailbox',
    file: finish,
    original: 'if (!(error instanceof MailError)) throw error\n    return true',
    mutated: 'if (!(error instanceof MailError)) throw error\n    return false',
    tests: [outcomesTest],
  },
  {
    guarantee: 'a reconnect with another account does not claim the broken one is fixed',
    file: finish,
    original: 'insteadOf: wanted === mailboxId ? null : wanted',
    mutated: 'insteadOf: null',
    tests: [outcomesTest],
  },
  {
    guarantee: 'a user who needs an administrator is told from one who declines',
    file: 'packages/mail/src/microsoft/consent/read-refusal.ts',
    original: "if (needsAdminCodes.has(code)) return 'needs-admin'",
    mutated: '',
    tests: ['packages/mail/src/microsoft/consent/read-refusal.test.ts', microsoftTest],
  },
  {
    guarantee: 'a proxy that hides the host causes no endless redirect',
    file: 'apps/api/src/http/host-redirect.ts',
    original: 'findCookie(headers.cookie, cookieName) === null',
    mutated: 'headers !== undefined',
    tests: ['apps/api/src/http/host-redirect.test.ts'],
  },
  {
    guarantee: 'another user’s mailbox is refused and left alone',
    file: save,
    original: "if (known && known.userId !== owner.userId) return { kind: 'taken' }",
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'two connections of one user do not exceed the plan together',
    file: save,
    original: 'const user = await lockUser(tx, owner.userId)',
    mutated: 'const [user] = await tx.select().from(users).where(eq(users.id, owner.userId))',
    tests: [routeTest],
  },
  {
    guarantee: 'the plan limits mailboxes when the consent returns',
    file: save,
    original: 'if (mayConnectAnother(plan, count)) return add(',
    mutated: 'if (plan) return add(',
    tests: [routeTest],
  },
  {
    guarantee: 'a consent that cannot be used is revoked',
    file: save,
    original: 'await ctx.jobs.enqueue(tx, endGrantJob, { grantId })',
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'a reconnect clears the problem',
    file: save,
    original: 'address, problem: null, nextCheckAt: now',
    mutated: 'address, nextCheckAt: now',
    tests: [routeTest],
  },
  {
    guarantee: 'a reconnect does not turn observing off',
    file: save,
    original: 'isObserveOnly ? { isObserveOnly } : {}',
    mutated: '{ isObserveOnly }',
    tests: [routeTest],
  },
  {
    guarantee: 'a reconnect hint is the user’s own mailbox',
    file: start,
    original: '.where(isOwn(actor, mailbox))',
    mutated: '.where(eq(mailboxes.id, mailbox.mailboxId))',
    tests: [routeTest, 'apps/api/src/tests/foreign-ids.db.test.ts'],
  },
  {
    guarantee: 'Google: a nonce binds the token to the attempt',
    file: 'packages/mail/src/gmail/consent/id-token.ts',
    original: " || claims['nonce'] !== nonce",
    mutated: '',
    tests: [googleTest],
  },
  {
    guarantee: 'Google: a token for another app is refused',
    file: googleToken,
    original: 'issuer: issuers,\n        audience,',
    mutated: 'issuer: issuers,',
    tests: [googleTest, 'packages/mail/src/gmail/push/pub-sub.test.ts'],
  },
  {
    guarantee: 'Google: a token of another issuer is refused',
    file: googleToken,
    original: 'issuer: issuers,',
    mutated: '',
    tests: [googleTest],
  },
  {
    guarantee: 'Google: an expired token is refused',
    file: googleToken,
    original: 'clockTolerance: 60,',
    mutated: 'clockTolerance: 60_000_000,',
    tests: [googleTest, 'packages/mail/src/gmail/push/pub-sub.test.ts'],
  },
  {
    guarantee: 'Google: a partial consent is refused',
    file: google,
    original: 'if (!neededScopes.every((scope) => answer.scopes.includes(scope)))',
    mutated: 'if (answer.scopes.length === 0)',
    tests: [googleTest],
  },
  {
    guarantee: 'Google: the code verifier is sent as a SHA-256 challenge',
    file: google,
    original: "createHash('sha256').update(codeVerifier).digest('base64url')",
    mutated: 'codeVerifier',
    tests: [googleTest],
  },
  {
    guarantee: 'Google: the code is redeemed with its verifier',
    file: google,
    original: 'code_verifier: codeVerifier,',
    mutated: '',
    tests: [googleTest],
  },
  {
    guarantee: 'Google: a refresh without a new refresh token keeps the old one',
    file: google,
    original: 'answer.refreshToken ?? refreshToken',
    mutated: "answer.refreshToken ?? ''",
    tests: [googleTest],
  },
  {
    guarantee: 'Microsoft: a nonce binds the token to the attempt',
    file: microsoftToken,
    original: "payload['nonce'] === nonce && ",
    mutated: '',
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: a token for another app is refused',
    file: microsoftToken,
    original: 'audience: clientId,',
    mutated: '',
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: a token of another tenant’s issuer is refused',
    file: microsoftToken,
    original: "payload['nonce'] === nonce && isIssuedBy(payload, [keys.issuer, keyIssuer])",
    mutated: "payload['nonce'] === nonce",
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: keys come from the login host',
    file: microsoftToken,
    original:
      "if (!keysUrl.startsWith(`${loginUrl}/`)) throw new MailError('unavailable', 'foreign-link')",
    mutated: '',
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: the subject identifies the account, not the address',
    file: microsoftToken,
    original: 'providerAccountId: `${tenantId}.${objectId}`',
    mutated: 'providerAccountId: address',
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: a partial consent is refused',
    file: microsoft,
    original: ' || !hasMailScopes(answer)',
    mutated: '',
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: the code verifier is sent as a SHA-256 challenge',
    file: microsoft,
    original: "createHash('sha256').update(codeVerifier).digest('base64url')",
    mutated: 'codeVerifier',
    tests: [microsoftTest],
  },
  {
    guarantee: 'Microsoft: a new refresh token replaces the old one',
    file: microsoft,
    original: "findText(answer, 'refresh_token') ?? refreshToken",
    mutated: 'refreshToken',
    tests: [microsoftTest],
  },
]
