import type { Mutation } from '../mutation.ts'

const users = 'packages/services/src/users'
const login = 'packages/runtime/src/sign-in/login.ts'
const viewing = 'apps/api/src/http/viewing.ts'
const audit = 'packages/services/src/audit/record-act.ts'
const accessTest = 'apps/api/src/tests/access.db.test.ts'
const viewTest = 'apps/api/src/routes/view-as.db.test.ts'
const endsTest = 'apps/api/src/routes/view-ends.db.test.ts'
const proofsTest = 'apps/api/src/routes/admin-proofs.db.test.ts'
const idleTest = 'apps/api/src/tests/idle-sessions.db.test.ts'
const recordTest = 'packages/services/src/audit/record-act.db.test.ts'

/** Admins who view the app as a user, what admins need beyond the role, and the audit log. */
export const viewAs: readonly Mutation[] = [
  {
    guarantee: 'admins need a second factor',
    file: `${users}/require-admin.ts`,
    original: 'ctx.adminsNeedSecondFactor && !(await hasGivenSecondFactor(ctx, actor))',
    mutated: 'ctx.adminsNeedSecondFactor && false',
    tests: [accessTest],
  },
  {
    guarantee: 'a view needs a fresh password',
    file: `${users}/start-view.ts`,
    original: 'await requireFreshPassword(ctx, admin)',
    mutated: '',
    tests: [proofsTest],
  },
  {
    guarantee: 'guesses at the password are counted when it is confirmed',
    file: `${users}/confirm-password.ts`,
    original: "await ctx.limits.count('password-user', actor.userId)",
    mutated: '',
    tests: [proofsTest],
  },
  {
    guarantee: 'a wrong password confirms nothing',
    file: `${users}/confirm-password.ts`,
    original: '!(await isOwnPassword(ctx, actor, password))',
    mutated: 'false',
    tests: [proofsTest],
  },
  {
    guarantee: 'a view of a user who is being deleted does not start',
    file: `${users}/start-view.ts`,
    original: "      .for('key share')\n",
    mutated: '',
    tests: [viewTest],
  },
  {
    guarantee: 'admins can’t view the app as themselves',
    file: `${users}/start-view.ts`,
    original: 'targetUserId === admin.userId',
    mutated: 'false',
    tests: [viewTest],
  },
  {
    guarantee: 'of two views at the same time the second is refused',
    file: `${users}/start-view.ts`,
    original: 'if (session?.viewedUserId != null)',
    mutated: 'if (!session)',
    tests: [viewTest],
  },
  {
    guarantee: 'the session gets a new token when a view starts or ends',
    file: login,
    original: '.set({ token: hashToken(token), viewedUserId, viewEndsAt })',
    mutated: '.set({ viewedUserId, viewEndsAt })',
    tests: [viewTest],
  },
  {
    guarantee: 'a view expires',
    file: login,
    original: 'view.viewEndsAt === null || view.viewEndsAt <= at',
    mutated: 'view.viewEndsAt === null',
    tests: [endsTest],
  },
  {
    guarantee: 'a view ends when its admin is demoted',
    file: login,
    original: 'if (!view.isAdmin)',
    mutated: 'if (false)',
    tests: [endsTest],
  },
  {
    guarantee: 'a view ends when its user is deleted',
    file: login,
    original: 'if (view.existingViewedId === null)',
    mutated: 'if (false)',
    tests: [endsTest],
  },
  {
    guarantee: 'a view that ends with its session is recorded',
    file: `${users}/end-sessions.ts`,
    original: 'await recordViewEnds(ctx, tx, ended, end)',
    mutated: 'void end',
    tests: [endsTest],
  },
  {
    guarantee: 'a view that ends with a deleted account is recorded',
    file: `${users}/erase-user.ts`,
    original: "await recordViewEnds(ctx, tx, views, { reason: 'account-deleted', ip: null })",
    mutated: 'void [recordViewEnds, views]',
    tests: [endsTest],
  },
  {
    guarantee: 'the end of a view is recorded once',
    file: audit,
    original: 'if (viewedUserId === null || isRecorded) continue',
    mutated: 'if (viewedUserId === null) continue',
    tests: [endsTest],
  },
  {
    guarantee: 'an act that was meant for the viewed user does not reach the admin’s account',
    file: viewing,
    original: 'actor.viewEndedBy && !openAfterView.includes(route)',
    mutated: 'false',
    tests: [endsTest],
  },
  {
    guarantee: 'calls that only the user may make are refused during a view',
    file: viewing,
    original: "if (denial !== null) throw new AppError('forbidden', denial)",
    mutated: '',
    tests: [accessTest, viewTest],
  },
  {
    guarantee: 'every request during a view is recorded',
    file: `${users}/record-viewed-request.ts`,
    original: 'isPolled && !isRefused && (await isRecordedRecently(ctx, request))',
    mutated: 'await isRecordedRecently(ctx, request)',
    tests: [viewTest, accessTest],
  },
  {
    guarantee: 'a refused request during a view is recorded as refused',
    file: `${users}/record-viewed-request.ts`,
    original: "isRefused ? 'view-refused' : 'view-request'",
    mutated: "'view-request'",
    tests: [accessTest],
  },
  {
    guarantee: 'a viewed admin is no admin for the viewer',
    file: `${users}/load-current-user.ts`,
    original: "user.role === 'admin' && actor.viewerId === undefined",
    mutated: "user.role === 'admin'",
    tests: [viewTest],
  },
  {
    guarantee: 'a consent during a view connects nothing to the user',
    file: 'apps/api/src/routes/connection-callbacks.ts',
    original: 'actor.viewerId === undefined && ',
    mutated: '',
    tests: [viewTest],
  },
  {
    guarantee: 'an open page keeps no admin signed in',
    file: 'apps/api/src/create-app.ts',
    original: 'const isUse = !request.routeOptions.config.isPolled',
    mutated: 'const isUse = true',
    tests: [idleTest],
  },
  {
    guarantee: 'grants of the admin role are recorded',
    file: `${users}/set-admin.ts`,
    original: 'await recordOperatorAct(ctx, tx, { act, subjectId: user.id })',
    mutated: 'void [recordOperatorAct, act]',
    tests: [proofsTest],
  },
  {
    guarantee: 'acts at the same time form one chain',
    file: audit,
    original: 'await tx.execute(sql`select pg_advisory_xact_lock(${chainLockKey})`)',
    mutated: 'void [sql, chainLockKey]',
    tests: [recordTest],
  },
  {
    guarantee: 'an entry of the audit log contains the hash of the one before',
    file: audit,
    original: 'previousHash: last?.hash ?? firstPreviousHash',
    mutated: 'previousHash: firstPreviousHash',
    tests: [recordTest],
  },
  {
    guarantee: 'the end of a view leaves the admin’s own pages where they are',
    file: 'apps/web/app/lib/session/other-tabs.ts',
    original: 'if (showsView || newValue !== viewEnd) callBack()',
    mutated: 'callBack()',
    tests: ['apps/web/app/lib/session/other-tabs.test.ts'],
  },
]
