import type { Mutation } from '../mutation.ts'

const api = 'apps/api/src'
const services = 'packages/services/src'
const settingsTest = `${api}/routes/admin-settings.db.test.ts`
const trackingTest = `${api}/routes/admin-tracking.db.test.ts`
const listTest = `${services}/admin/list-users.db.test.ts`
const manyUsersTest = `${services}/admin/many-users.db.test.ts`
const plansTest = 'packages/db/src/queries/plan-facts.db.test.ts'
const redirectTest = 'packages/domain/src/accounts/redirect-url.test.ts'
const redirect = 'packages/domain/src/accounts/redirect-url.ts'
const list = `${services}/admin/list-users.ts`
const order = `${services}/admin/user-order.ts`
const plans = 'packages/db/src/queries/plan-facts.ts'
const cache = `${api}/pages/tracking-codes.ts`

/** What admins see, and what they may save. */
export const adminPanel: readonly Mutation[] = [
  {
    guarantee: 'users with equal values are on one page only',
    file: list,
    original: '? sql`order by key, id` : sql`order by key desc, id desc`',
    mutated: '? sql`order by key, id desc` : sql`order by key desc, id`',
    tests: [listTest],
  },
  {
    guarantee:
      'a search reads the addresses by the index, however common the planner thinks the text is',
    file: list,
    original: 'with matching as materialized (${usersWhere(contains)})',
    mutated:
      "with matching as materialized (${usersWhere(sql`users.email || '' like '%' || ${search} || '%'`)})",
    tests: [manyUsersTest],
  },
  {
    guarantee: 'wildcards in a search are plain text',
    file: list,
    original: "text.replace(/[\\\\%_]/g, '\\\\$&')",
    mutated: 'text',
    tests: [listTest],
  },
  {
    guarantee: 'an invented cursor is refused',
    file: order,
    original: 'if (signatures.isValid(purpose, text, signature)) {',
    mutated: 'if (text.length > 10) {',
    tests: [listTest],
  },
  {
    guarantee: 'a cursor of another order is refused',
    file: order,
    original: 'if (cursorSort === sort && cursorOrder === order) return { key, id }',
    mutated: 'if (cursorSort && cursorOrder) return { key, id }',
    tests: [listTest],
  },
  {
    guarantee: 'the last day of a trial counts in full',
    file: plans,
    original: 'toTimeBefore(now, dayMs)',
    mutated: 'toTimeBefore(now, 0)',
    tests: [plansTest],
  },
  {
    guarantee: 'an overdue subscription counts while Pro stays on',
    file: plans,
    original: "when ${status} = 'past_due' then ${periodStartsAt} > ${graceBegins}",
    mutated: "when ${status} = 'past_due' then ${endsAt} > ${graceBegins}",
    tests: [plansTest],
  },
  {
    guarantee: 'an OAuth redirect URL is https',
    file: redirect,
    original: "!(url.protocol === 'http:' && isLocal)",
    mutated: "url.protocol !== 'http:'",
    tests: [redirectTest],
  },
  {
    guarantee: 'an OAuth redirect URL leads to our callback',
    file: redirect,
    original: 'url.pathname !== path || ',
    mutated: '',
    tests: [redirectTest, settingsTest],
  },
  {
    guarantee: 'a saved OAuth redirect URL is used',
    file: `${services}/mailboxes/connecting/redirect-url.ts`,
    original: 'set?.[provider] || ',
    mutated: '',
    tests: [settingsTest],
  },
  {
    guarantee: 'only a video that can be shown is saved',
    file: `${services}/admin/change-auth-guide-settings.ts`,
    original: 'if (url && toPlayerUrl(url) === null)',
    mutated: 'if (url === null)',
    tests: [settingsTest],
  },
  {
    guarantee: 'each change of the email settings is recorded',
    file: `${services}/admin/change-email-settings.ts`,
    original: 'if (details)',
    mutated: "if (details && !('newUserNotificationRecipient' in details))",
    tests: [settingsTest],
  },
  {
    guarantee: 'the audit log has no texts of settings',
    file: 'packages/db/src/queries/store-settings.ts',
    original: "return value === '' || value === null ? 'cleared' : 'changed'",
    mutated: 'return String(value)',
    tests: [settingsTest, trackingTest],
  },
  {
    guarantee: 'test emails are limited',
    file: `${services}/emails/send-test-email.ts`,
    original: "await ctx.limits.count('test-email-user', userId)",
    mutated: '',
    tests: [settingsTest],
  },
  {
    guarantee: 'a test email says that it is one',
    file: 'packages/notify/src/smtp.ts',
    original: 'subject: isTest ? `[Test] ${subject}` : subject,',
    mutated: 'subject,',
    tests: ['packages/notify/src/smtp.test.ts'],
  },
  {
    guarantee: 'a saved tracking code counts at once',
    file: `${api}/routes/admin-tracking.ts`,
    original: 'cache.forget()',
    mutated: '',
    tests: [trackingTest],
  },
  {
    guarantee: 'an old tracking code is not cached after it was replaced',
    file: cache,
    original: 'if (changes === before) known =',
    mutated: 'known =',
    tests: [`${api}/pages/tracking-codes.db.test.ts`],
  },
  {
    guarantee: 'a tracking code that no page could parse is refused',
    file: `${services}/tracking/change-tracking-codes.ts`,
    original: 'if (given.some(({ text }) => isTooDeep(text)))',
    mutated: 'if (given.length > 3)',
    tests: [trackingTest],
  },
  {
    guarantee: 'earlier tracking codes are kept',
    file: `${services}/tracking/change-tracking-codes.ts`,
    original: '.offset(1 + keptVersions)',
    mutated: '.offset(1)',
    tests: [trackingTest],
  },
  {
    guarantee: 'the pixel test has no access to the session',
    file: `${api}/pages/pixel-test.ts`,
    original: "'sandbox allow-scripts',",
    mutated: "'sandbox allow-scripts allow-same-origin',",
    tests: [trackingTest],
  },
]
