import type { Mutation } from '../mutation.ts'

const social = 'packages/services/src/users/social-sign-in'
const attempts = `${social}/sign-in-attempts.ts`
const finish = `${social}/finish-provider-sign-in.ts`
const resolve = `${social}/resolve-identity.ts`
const identities = `${social}/identities.ts`
const link = `${social}/link-identity.ts`
const methods = `${social}/sign-in-methods.ts`
const firstPassword = 'packages/services/src/users/first-password.ts'
const route = 'apps/api/src/routes/social-sign-in.ts'
const routeTest = 'apps/api/src/routes/social-sign-in.db.test.ts'
const linkTest = 'apps/api/src/routes/social-linking.db.test.ts'
const passwordTest = 'apps/api/src/routes/social-passwords.db.test.ts'
const systemTest = 'system/social-sign-in.db.test.ts'
const rules = 'packages/domain/src/accounts/social-sign-in.ts'
const trust = 'packages/domain/src/accounts/provider-address.ts'
const rulesTest = 'packages/domain/src/accounts/social-sign-in.test.ts'
const google = 'packages/mail/src/gmail/consent/google-identity.ts'
const googleTest = 'packages/mail/src/gmail/consent/google-identity.test.ts'

/** Google and Microsoft vouch for their own people, in the browser that asked, and for no others. */
export const socialSignIn: readonly Mutation[] = [
  {
    guarantee: 'a sign-in is bound to the browser',
    file: attempts,
    original: ',\n    eq(signInAttempts.browserHash, hash(browser)),',
    mutated: ',',
    tests: [systemTest],
  },
  {
    guarantee: 'a sign-in is bound to the provider',
    file: attempts,
    original: '    eq(signInAttempts.provider, provider),\n',
    mutated: '',
    tests: [systemTest],
  },
  {
    guarantee: 'a sign-in is bound to its state',
    file: attempts,
    original: '    eq(signInAttempts.stateHash, hash(state)),\n',
    mutated: '',
    tests: [systemTest],
  },
  {
    guarantee: 'a sign-in works once',
    file: attempts,
    original: 'and(isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, now))',
    mutated: 'gt(signInAttempts.expiresAt, now)',
    tests: [systemTest],
  },
  {
    guarantee: 'a sign-in expires',
    file: attempts,
    original: 'and(isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, now))',
    mutated: 'isNull(signInAttempts.usedAt)',
    tests: [systemTest],
  },
  {
    guarantee: 'another site cannot start a sign-in',
    file: route,
    original: "if (!isFromOurPages(request)) return reply.redirect('/login', 303)",
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'the page afterwards is one of ours',
    file: `${social}/start-sign-in.ts`,
    original: 'nextPath: toSafeNext(next)',
    mutated: 'nextPath: next',
    tests: [routeTest],
  },
  {
    guarantee: 'starts and callbacks are limited by network',
    file: finish,
    original: "if (await isOverLimit(ctx, visitor)) return refuse('too-many')",
    mutated: '',
    tests: [routeTest],
  },
  {
    guarantee: 'an account without a confirmed address is not linked',
    file: rules,
    original: 'isAddressTrusted && userOfAddress.isVerified &&',
    mutated: 'isAddressTrusted &&',
    tests: [rulesTest],
  },
  {
    guarantee: 'an address that the provider does not prove opens no account',
    file: rules,
    original: 'isAddressTrusted && userOfAddress.isVerified &&',
    mutated: 'userOfAddress.isVerified &&',
    tests: [rulesTest],
  },
  {
    guarantee: 'an organisation’s word for an address is not trusted',
    file: trust,
    original: 'tenantId === personalTenantId && ',
    mutated: '',
    tests: [rulesTest],
  },
  {
    guarantee: 'an address that Google does not host is not trusted',
    file: trust,
    original: "isVerified && (hostedDomain !== null || address.endsWith('@gmail.com'))",
    mutated: 'isVerified',
    tests: [rulesTest],
  },
  {
    guarantee: 'Google signs in with identity scopes only',
    file: google,
    original: "scope: 'openid email',",
    mutated: "scope: 'openid email https://www.googleapis.com/auth/gmail.modify',",
    tests: [googleTest],
  },
  {
    guarantee: 'a sign-in waits for a link of the same person',
    file: resolve,
    original: '  await lockIdentity(tx, provider, accountId)\n',
    mutated: '',
    tests: [routeTest, linkTest],
  },
  {
    guarantee: 'the user is told about a new way in',
    file: identities,
    original: "  await orderEmails(ctx, tx, [{ userId, kind: 'sign-in-linked' }])\n",
    mutated: '',
    tests: [routeTest, linkTest],
  },
  {
    guarantee: 'linking is bound to the login session',
    file: finish,
    original:
      'actor?.sessionId === sessionId && actor.userId === userId && actor.viewerId === undefined',
    mutated: 'actor !== null && actor.viewerId === undefined',
    tests: [linkTest],
  },
  {
    guarantee: 'an admin who views the app links nothing',
    file: finish,
    original:
      'actor?.sessionId === sessionId && actor.userId === userId && actor.viewerId === undefined',
    mutated: 'actor?.sessionId === sessionId',
    tests: [linkTest],
  },
  {
    guarantee: 'a link waits for a sign-in of the same person',
    file: link,
    original: '    await lockIdentity(tx, provider, accountId)\n',
    mutated: '',
    tests: [linkTest],
  },
  {
    guarantee: 'a session that has ended links nothing',
    file: link,
    original: ' || !session ||',
    mutated: ' ||',
    tests: [linkTest],
  },
  {
    guarantee: 'a person of another user is not taken over',
    file: link,
    original: 'if (owner !== null) return owner === userId',
    mutated: 'if (owner !== null) return true',
    tests: [linkTest],
  },
  {
    guarantee: 'the last way in stays',
    file: methods,
    original: 'if ((await tx.$count(accounts, isOther)) === 0)',
    mutated: 'if ((await tx.$count(accounts, isOther)) < 0)',
    tests: [linkTest],
  },
  {
    guarantee: 'two tabs cannot unlink the two last ways in',
    file: methods,
    original: '    await lockUser(tx, userId)\n',
    mutated: '',
    tests: [linkTest],
  },
  {
    guarantee: 'a new password by an emailed link ends the links to providers',
    file: 'packages/services/src/users/reset-password.ts',
    original: '    await dropIdentities(tx, user.id)\n',
    mutated: '',
    tests: [passwordTest],
  },
  {
    guarantee: 'a link for a first password works in its user’s own session only',
    file: firstPassword,
    original: 'if (actor?.userId !== userId || actor.viewerId !== undefined)',
    mutated: 'if (userId === undefined)',
    tests: [passwordTest],
  },
  {
    guarantee: 'a link for a first password replaces none',
    file: firstPassword,
    original: 'if ((await findPasswordHash(db, userId)) !== null) throw hasPasswordAlready()',
    mutated: 'void findPasswordHash',
    tests: [passwordTest],
  },
  {
    guarantee: 'an unlinked provider starts no session',
    file: 'packages/services/src/users/finish-sign-in.ts',
    original: '!(await isStillValid(tx, userId, proof))',
    mutated: 'false',
    tests: [linkTest],
  },
  {
    guarantee: 'the owner of an address does not confirm it for a stranger',
    file: 'packages/services/src/users/verify-email.ts',
    original: 'if (!isOwnSession && (await findPasswordHash(tx, userId)) === null)',
    mutated: 'if (!isOwnSession && userId === undefined)',
    tests: [passwordTest],
  },
  {
    guarantee: 'linking needs the password',
    file: `${social}/start-sign-in.ts`,
    original: '  await requirePasswordIfSet(ctx, actor, password)\n',
    mutated: '',
    tests: [linkTest],
  },
  {
    guarantee: 'unlinking needs the password',
    file: methods,
    original: '  await requirePasswordIfSet(ctx, actor, password)\n',
    mutated: '',
    tests: [linkTest],
  },
]
