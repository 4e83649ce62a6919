import type { Mutation } from '../mutation.ts'

const users = 'packages/services/src/users'
const factor = `${users}/second-factor`
const adapter = 'packages/runtime/src/sign-in/second-factors.ts'
const stepTest = 'apps/api/src/routes/second-step.db.test.ts'
const factorTest = 'apps/api/src/routes/second-factor.db.test.ts'
const adapterTest = 'packages/runtime/src/sign-in/second-factors.test.ts'
const rotationTest = 'apps/cli/src/commands/rotate-keys.db.test.ts'

/** Codes, recovery codes and passkeys, and the sign-in that waits for them. */
export const secondFactor: readonly Mutation[] = [
  {
    guarantee: 'a password alone does not sign in a user with a second factor',
    file: `${users}/finish-sign-in.ts`,
    original: 'const isDone = factors.length === 0',
    mutated: 'const isDone = true',
    tests: [stepTest],
  },
  {
    guarantee: 'a sign-in waits for a second factor that is being turned on',
    file: 'packages/db/src/queries/lock-user.ts',
    original: ".for('no key update')",
    mutated: '',
    tests: [stepTest],
  },
  {
    guarantee: 'a code of an app works once',
    file: `${factor}/totp-secrets.ts`,
    original: 'and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, step))',
    mutated: 'eq(totpSecrets.userId, userId)',
    tests: [stepTest],
  },
  {
    guarantee: 'the code that confirmed the app does not sign in',
    file: `${factor}/set-up-totp.ts`,
    original: '.set({ confirmedAt: ctx.now(), lastStep: step })',
    mutated: '.set({ confirmedAt: ctx.now() })',
    tests: [stepTest],
  },
  {
    guarantee: 'a secret counts once a first code is confirmed',
    file: 'packages/db/src/queries/second-factors.ts',
    original: 'and(isOwn, isNotNull(totpSecrets.confirmedAt))',
    mutated: 'isOwn',
    tests: [factorTest],
  },
  {
    guarantee: 'a recovery code works once',
    file: `${factor}/recovery-codes.ts`,
    original: '        isNull(recoveryCodes.usedAt),\n',
    mutated: '',
    tests: [stepTest],
  },
  {
    guarantee: 'a recovery code opens its own account only',
    file: `${factor}/recovery-codes.ts`,
    original: '        eq(recoveryCodes.userId, userId),\n        eq(recoveryCodes.codeHash',
    mutated: '        eq(recoveryCodes.codeHash',
    tests: [stepTest],
  },
  {
    guarantee: 'recovery codes are stored as hashes',
    file: `${factor}/recovery-codes.ts`,
    original: "return createHash('sha256').update(code).digest('base64url')",
    mutated: 'return code',
    tests: [factorTest],
  },
  {
    guarantee: 'wrong codes are counted by sign-in',
    file: `${factor}/give-second-factor.ts`,
    original: "await limits.count('second-factor-sign-in', tokenHash)",
    mutated: '',
    tests: [stepTest],
  },
  {
    guarantee: 'wrong codes are counted by user',
    file: `${factor}/give-second-factor.ts`,
    original: "await limits.count('second-factor-user', userId)",
    mutated: '',
    tests: [stepTest],
  },
  {
    guarantee: 'a question for a passkey is answered once',
    file: `${factor}/give-second-factor.ts`,
    original:
      'const taken = await db.update(pendingSignIns).set({ challenge: null }).where(isSame)',
    mutated: 'const taken = await db.update(pendingSignIns).set({ challenge }).where(isSame)',
    tests: [stepTest],
  },
  {
    guarantee: 'a passkey opens its own account only',
    file: `${factor}/give-second-factor.ts`,
    original: 'and(eq(passkeys.credentialId, credential.id), eq(passkeys.userId, pending.userId))',
    mutated: 'eq(passkeys.credentialId, credential.id)',
    tests: [stepTest],
  },
  {
    guarantee: 'a finished sign-in is over',
    file: `${factor}/give-second-factor.ts`,
    original: 'if (claimed.rowCount === 0) throw signInAgain()',
    mutated: '',
    tests: [stepTest],
  },
  {
    guarantee: 'a new password ends sign-ins that wait for the second factor',
    file: `${users}/end-sign-ins.ts`,
    original: 'await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))',
    mutated: '',
    tests: [stepTest],
  },
  {
    guarantee: 'a passkey works on this site only',
    file: adapter,
    original: `          expectedOrigin: origin,
          expectedRPID: rpID,
          credential:`,
    mutated: `          expectedOrigin: JSON.parse(
            Buffer.from(response.clientDataJSON, 'base64url').toString(),
          ).origin,
          expectedRPID: [rpID, 'doorman.example.evil.example'],
          credential:`,
    tests: [adapterTest],
  },
  {
    guarantee: 'codes of an app work for a minute and a half at most',
    file: adapter,
    original: 'window: 1 ',
    mutated: 'window: 2 ',
    tests: [adapterTest],
  },
  {
    guarantee: 'the factors of an account change only with its password',
    file: `${users}/require-password.ts`,
    original: 'if (!(await isOwnPassword(ctx, actor, password)))',
    mutated: 'if (false)',
    tests: [factorTest],
  },
  {
    guarantee: 'a change of factors ends the other sessions',
    file: `${factor}/change-factors.ts`,
    original: 'await endSignIns(ctx, tx, userId, { ...end, except: sessionId })',
    mutated: 'void [endSignIns, end]',
    tests: [factorTest],
  },
  {
    guarantee: 'a change of factors is reported by email',
    file: `${factor}/change-factors.ts`,
    original: "await orderEmails(ctx, tx, [{ userId, kind: 'second-factor-changed' }])",
    mutated: '',
    tests: [factorTest],
  },
  {
    guarantee: 'an admin keeps one factor',
    file: `${factor}/change-factors.ts`,
    original: "!isOn && user.role === 'admin' && ctx.adminsNeedSecondFactor",
    mutated: 'false',
    tests: [factorTest],
  },
  {
    guarantee: 'two tabs do not remove the last two factors of an admin together',
    file: `${factor}/change-factors.ts`,
    original: 'const user = await lockUser(tx, userId)',
    mutated: 'const user = await lockUser(ctx.db, userId)',
    tests: [factorTest],
  },
  {
    guarantee: 'a session that has ended changes no factors',
    file: `${factor}/change-factors.ts`,
    original: 'if (!user || !(await lockSession(tx, actor)))',
    mutated: 'if (!user)',
    tests: [factorTest],
  },
  {
    guarantee: 'a question for a new passkey expires',
    file: `${factor}/passkeys.ts`,
    original: '.where(and(isOwn, isFresh))',
    mutated: '.where(isOwn)',
    tests: [factorTest],
  },
  {
    guarantee: 'a changed password keeps what the session has proved',
    file: `${users}/change-password.ts`,
    original: 'const secondFactor = session.secondFactorAt !== null',
    mutated: 'const secondFactor = false',
    tests: [stepTest],
  },
  {
    guarantee: 'recovery codes go with the last factor',
    file: `${factor}/change-factors.ts`,
    original: 'if (!isOn) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))',
    mutated: '',
    tests: [factorTest],
  },
  {
    guarantee: 'a passkey is removed by its owner only',
    file: `${factor}/passkeys.ts`,
    original: 'return and(eq(passkeys.id, id), eq(passkeys.userId, userId))',
    mutated: 'return eq(passkeys.id, id)',
    tests: [factorTest],
  },
  {
    guarantee: 'a reset by the operator is recorded',
    file: `${factor}/reset-second-factor.ts`,
    original:
      "await recordOperatorAct(ctx, tx, { act: 'reset-second-factor', subjectId: user.id })",
    mutated: '',
    tests: [factorTest],
  },
  {
    guarantee: 'a rotation reseals the secrets of authenticator apps',
    file: `${factor}/rotate-totp-secrets.ts`,
    original: '.set(sealSecret(keyRing, userId, secret))',
    mutated: '.set({ keyVersion: keyRing.newestVersion })',
    tests: [rotationTest],
  },
  {
    guarantee: 'a rotation lists secrets that do not open',
    file: `${factor}/rotate-totp-secrets.ts`,
    original: 'if (secret === null) skipped.push({ userId, keyVersion: sealed.keyVersion })',
    mutated: 'if (secret === null) skippedIds.length',
    tests: [rotationTest],
  },
]
