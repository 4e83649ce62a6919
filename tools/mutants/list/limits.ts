import type { Mutation } from '../mutation.ts'

const users = 'packages/services/src/users'
const test = 'apps/api/src/tests/limits.db.test.ts'
const authTest = 'apps/api/src/routes/auth.db.test.ts'

const drop = (guarantee: string, file: string, original: string, tests: Mutation['tests']) => ({
  guarantee,
  file,
  original,
  mutated: '',
  tests,
})

/** How often anybody may try. */
export const limits: readonly Mutation[] = [
  drop(
    'registrations are limited by network',
    `${users}/register-user.ts`,
    "await ctx.limits.count('register-ip', visitor.network)",
    [test],
  ),
  drop(
    'emails to the owner of a taken address are limited',
    `${users}/register-user.ts`,
    "if (!isNew) await ctx.limits.count('taken-address', email)",
    [authTest, test],
  ),
  drop(
    'reset emails are limited by address',
    `${users}/request-password-reset.ts`,
    "await ctx.limits.count('mail-address', email)",
    [test],
  ),
  drop(
    'reset emails are limited by network',
    `${users}/request-password-reset.ts`,
    "await ctx.limits.count('mail-ip', visitor.network)",
    [test],
  ),
  drop(
    'tries of reset links are limited',
    `${users}/reset-password.ts`,
    "await ctx.limits.count('link-ip', visitor.network)",
    [test],
  ),
  drop(
    'checks of reset links are limited',
    `${users}/check-reset-link.ts`,
    "await ctx.limits.count('link-ip', visitor.network)",
    [test],
  ),
  drop(
    'tries of links for a first password are limited',
    `${users}/set-first-password.ts`,
    "await ctx.limits.count('link-ip', visitor.network)",
    [test],
  ),
  drop(
    'checks of links for a first password are limited',
    `${users}/check-set-password-link.ts`,
    "await ctx.limits.count('link-ip', visitor.network)",
    [test],
  ),
  drop(
    'tries of verification links are limited',
    `${users}/verify-email.ts`,
    "await ctx.limits.count('link-ip', visitor.network)",
    [test],
  ),
  drop(
    'verification emails are limited',
    `${users}/resend-verification.ts`,
    "await ctx.limits.count('mail-address', user.email)",
    [test],
  ),
  drop(
    'tries of the current password are limited',
    `${users}/change-password.ts`,
    "await ctx.limits.count('password-user', actor.userId)",
    [test],
  ),
  drop(
    'tries of the password before a deletion are limited',
    `${users}/require-password.ts`,
    "await ctx.limits.count('password-user', actor.userId)",
    [test],
  ),
  drop(
    'previews are limited',
    'packages/services/src/filtered-emails/preview-filtered-email.ts',
    "await ctx.limits.count('preview-user', actor.userId)",
    [test, 'packages/services/src/filtered-emails/preview-filtered-email.db.test.ts'],
  ),
  drop(
    'exports of emails are limited',
    'packages/services/src/filtered-emails/export-filtered-emails.ts',
    "await ctx.limits.count('email-export-user', userId)",
    ['apps/api/src/routes/email-export.db.test.ts'],
  ),
  drop(
    'connections are limited',
    'packages/services/src/mailboxes/connecting/start-connection.ts',
    "await ctx.limits.count('connect-user', actor.userId)",
    [test, 'apps/api/src/routes/connection.db.test.ts'],
  ),
  drop(
    'messages of the contact form are limited',
    'packages/services/src/contact/send-contact-message.ts',
    "await ctx.limits.count('contact-ip', visitor.network)",
    [test, 'apps/api/src/routes/contact.db.test.ts'],
  ),
  drop(
    'reports of blocked scripts are limited',
    'apps/api/src/routes/csp-reports.ts',
    "await limits.count('csp-report-ip', visitorOf(request).network)",
    ['apps/api/src/tests/hostile-text.db.test.ts'],
  ),
  {
    guarantee: 'an IPv6 customer is one network, not 2^64 addresses',
    file: 'packages/domain/src/accounts/network.ts',
    original: '.slice(0, 4)\n',
    mutated: '',
    tests: ['packages/domain/src/accounts/network.test.ts'],
  },
  {
    guarantee: 'a failed sign-in is answered later and later',
    file: 'packages/domain/src/accounts/login-session.ts',
    original: 'tries <= 3 ? 0 : Math.min(250 * 2 ** (tries - 4), 4_000)',
    mutated: '0',
    tests: ['packages/domain/src/accounts/login-session.test.ts'],
  },
  {
    guarantee: 'a failed sign-in waits before its answer',
    file: `${users}/sign-in.ts`,
    original: 'await ctx.sleep(delayAfterTries(tries))',
    mutated: '',
    tests: [authTest, test],
  },
  drop(
    'sign-ins are limited by address and network',
    `${users}/sign-in-limits.ts`,
    "await limits.count('login-address-network', address, network)",
    [test],
  ),
  drop(
    'sign-ins are limited by network',
    `${users}/sign-in-limits.ts`,
    "await limits.count('login-ip', network)",
    [test],
  ),
  {
    guarantee: 'sign-ins are limited by address over all networks',
    file: `${users}/sign-in-limits.ts`,
    original: "return limits.count('login-address', address)",
    mutated: 'return 1',
    tests: [test],
  },
  {
    guarantee: 'a stranger cannot keep a known device from signing in',
    file: `${users}/sign-in-limits.ts`,
    original: 'if (device !== null) {',
    mutated: 'if (device === network) {',
    tests: [test],
  },
  {
    guarantee: 'sign-ins of a known device are limited',
    file: `${users}/sign-in-limits.ts`,
    original: "const tries = await limits.count('login-device', address, device)",
    mutated: 'const tries = 1',
    tests: [test],
  },
  drop(
    'known devices together cannot keep the server busy',
    `${users}/sign-in-limits.ts`,
    "await limits.count('login-device-address', address)",
    [test],
  ),
  drop(
    'a reset lets its user sign in from any network',
    `${users}/sign-in-limits.ts`,
    "await limits.resetAll('login-address-network', address)",
    [test],
  ),
  {
    guarantee: 'a limit that can be reset is not remembered by one process',
    file: 'packages/runtime/src/sign-in/limits.ts',
    original: "...(!('canReset' in rule) && { inMemoryBlockOnConsumed: rule.points + 1 }),",
    mutated: 'inMemoryBlockOnConsumed: rule.points + 1,',
    tests: [test],
  },
]
