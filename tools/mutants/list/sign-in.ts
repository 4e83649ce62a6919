import type { Mutation } from '../mutation.ts'

const users = 'packages/services/src/users'
const login = 'packages/runtime/src/sign-in/login.ts'
const storage = 'packages/runtime/src/sign-in/session-storage.ts'
const passwords = 'packages/runtime/src/sign-in/passwords.ts'
const links = 'packages/db/src/queries/link-tokens.ts'
const authTest = 'apps/api/src/routes/auth.db.test.ts'
const limitsTest = 'apps/api/src/tests/limits.db.test.ts'
const sessionTest = 'packages/domain/src/accounts/login-session.test.ts'

/** Passwords, login sessions and emailed links. */
export const signIn: readonly Mutation[] = [
  {
    guarantee: 'session tokens are stored as hashes',
    file: storage,
    original: "return prefix + createHash('sha256').update(token).digest('base64url')",
    mutated: 'return prefix + token',
    tests: [authTest],
  },
  {
    guarantee: 'a session has an end of its own',
    file: login,
    original: ', gt(sessions.expiresAt, at)',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'an idle session ends',
    file: login,
    original: 'if (!isSessionAlive({ createdAt, lastUsedAt, isAdmin }, at)) return null',
    mutated: '',
    tests: [limitsTest],
  },
  {
    guarantee: 'the session of an admin ends sooner',
    file: 'packages/domain/src/accounts/login-session.ts',
    original: "lifetimes[session.isAdmin ? 'admin' : 'user']",
    mutated: 'lifetimes.user',
    tests: [sessionTest],
  },
  {
    guarantee: 'a session that is used does not live for ever',
    file: 'packages/domain/src/accounts/login-session.ts',
    original: 'now.getTime() - session.createdAt.getTime() < lifetime.absoluteMs &&',
    mutated: '',
    tests: [sessionTest],
  },
  {
    guarantee: 'signing in ends the session that the browser had',
    file: login,
    original: 'await endSession(cookie)\n        await renewHash(credentials)',
    mutated: 'await renewHash(credentials)',
    tests: [authTest],
  },
  {
    guarantee: 'signing out ends the session on the server',
    file: login,
    original: 'await endSession(cookie)\n      return [',
    mutated: 'return [',
    tests: [authTest],
  },
  {
    guarantee: 'a password is changed and announced, or neither',
    file: `${users}/change-password.ts`,
    original: 'setPassword(ctx, tx, {',
    mutated: 'setPassword(ctx, ctx.db, {',
    tests: [authTest],
  },
  {
    guarantee: 'a new password ends all sessions',
    file: `${users}/set-password.ts`,
    original: 'await tx.delete(sessions).where(eq(sessions.userId, userId))',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'a link is used once',
    file: links,
    original: '.set({ usedAt: link.now })',
    mutated: '.set({ purpose: link.purpose })',
    tests: [authTest],
  },
  {
    guarantee: 'a link serves one purpose',
    file: links,
    original: 'eq(linkTokens.purpose, purpose),\n    gt(',
    mutated: 'gt(',
    tests: [authTest],
  },
  {
    guarantee: 'a link expires',
    file: links,
    original: 'gt(linkTokens.expiresAt, now),',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'a new link ends the earlier one',
    file: links,
    original: 'ne(linkTokens.tokenHash, tokenHash),',
    mutated: 'eq(linkTokens.tokenHash, tokenHash),',
    tests: [authTest],
  },
  {
    guarantee: 'link tokens are stored as hashes',
    file: links,
    original: "return createHash('sha256').update(token).digest('base64url')",
    mutated: 'return token',
    tests: [authTest],
  },
  {
    guarantee: 'a common password is refused at registration',
    file: `${users}/register-user.ts`,
    original: 'refuseCommonPassword(credentials.password)',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'a common password is refused at a reset',
    file: `${users}/reset-password.ts`,
    original: 'refuseCommonPassword(newPassword)',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'a common password is refused at a change',
    file: `${users}/change-password.ts`,
    original: 'refuseCommonPassword(input.newPassword)',
    mutated: '',
    tests: [authTest],
  },
  {
    guarantee: 'the owner of a taken address is told, the stranger is not',
    file: `${users}/register-user.ts`,
    original: 'sendRegistrationEmail(ctx, credentials.email, cookies !== null)',
    mutated: 'sendRegistrationEmail(ctx, credentials.email, true)',
    tests: [authTest],
  },
  {
    guarantee: 'a reset answers alike for an unknown address',
    file: 'packages/services/src/emails/order-email.ts',
    original: 'EmailId.parse(randomUUID())',
    mutated: "EmailId.parse('unknown')",
    tests: [authTest],
  },
  {
    guarantee: 'a changed password is announced to its owner',
    file: `${users}/set-password.ts`,
    original: "kind: 'password-changed'",
    mutated: "kind: 'verify-email'",
    tests: [authTest],
  },
  {
    guarantee: 'a wrong password is wrong',
    file: passwords,
    original: 'return timingSafeEqual(actual, expected)',
    mutated: 'return actual.length === expected.length',
    tests: ['packages/runtime/src/sign-in/passwords.test.ts'],
  },
  {
    guarantee: 'few passwords are hashed at once',
    file: passwords,
    original: 'if (running >= maxAtOnce) {',
    mutated: 'if (running < 0) {',
    tests: ['packages/runtime/src/sign-in/passwords.test.ts'],
  },
  {
    guarantee: 'each password has its own salt',
    file: passwords,
    original: 'const salt = randomBytes(16)',
    mutated: 'const salt = Buffer.alloc(16)',
    tests: ['packages/runtime/src/sign-in/passwords.test.ts'],
  },
  {
    guarantee: 'a new role ends the sessions of its user',
    file: `${users}/set-admin.ts`,
    original: 'await tx.delete(sessions).where(eq(sessions.userId, user.id))',
    mutated: '',
    tests: ['apps/api/src/tests/access.db.test.ts', authTest],
  },
  {
    guarantee: 'a known device is proven by its signature',
    file: 'packages/runtime/src/sign-in/devices.ts',
    original: "timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, account)) ? id : null",
    mutated: 'id',
    tests: [authTest, 'apps/api/src/tests/limits.db.test.ts'],
  },
  {
    guarantee: 'a new password makes earlier devices unknown',
    file: 'packages/runtime/src/sign-in/devices.ts',
    original: "['device', id, accountId, password]",
    mutated: "['device', id, accountId]",
    tests: [authTest, 'apps/api/src/tests/limits.db.test.ts'],
  },
]
