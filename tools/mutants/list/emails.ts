import type { Mutation } from '../mutation.ts'

const emailsFolder = 'packages/services/src/emails'
const compose = `${emailsFolder}/compose-email.ts`
const composeTest = `${emailsFolder}/compose-email.db.test.ts`
const orders = `${emailsFolder}/order-email.ts`
const plans = `${emailsFolder}/plan-emails.ts`
const report = `${emailsFolder}/weekly-report.ts`
const reportTest = `${emailsFolder}/weekly-report.db.test.ts`
const links = `${emailsFolder}/restore-links.ts`
const use = `${emailsFolder}/use-restore-link.ts`
const linksTest = `${emailsFolder}/restore-links.db.test.ts`
const sendTest = `${emailsFolder}/send-email.db.test.ts`
const waiting = `${emailsFolder}/send-waiting-emails.ts`
const unsubscribe = `${emailsFolder}/unsubscribe-links.ts`
const kinds = 'packages/domain/src/accounts/email-kinds.ts'
const routesTest = 'apps/api/src/routes/emails.db.test.ts'
const adminTest = 'apps/api/src/routes/admin-emails.db.test.ts'
const contactTest = 'apps/api/src/routes/contact.db.test.ts'
const reports = 'packages/services/src/reports/order-weekly-reports.ts'
const reportsTest = 'packages/services/src/reports/order-weekly-reports.db.test.ts'
const reminders = 'packages/services/src/reports/order-trial-reminders.ts'
const remindersTest = 'packages/services/src/reports/order-trial-reminders.db.test.ts'
const reportRule = 'packages/domain/src/reports/weekly-report.ts'
const reportRuleTest = 'packages/domain/src/reports/weekly-report.test.ts'

function drop(
  guarantee: string,
  file: string,
  original: string,
  tests: Mutation['tests'],
): Mutation {
  return { guarantee, file, original, mutated: '', tests }
}

/** Our own emails: once, true when they are sent, to the right person, with links that work once. */
export const emails: readonly Mutation[] = [
  {
    guarantee: 'an occasion has one email',
    file: orders,
    original: 'occasion,\n    subjectId,',
    mutated: 'occasion: randomUUID(),\n    subjectId,',
    tests: [sendTest],
  },
  drop(
    'an email that was sent or dropped is not sent again',
    `${emailsFolder}/send-email.ts`,
    ', isNull(emails.sentAt), isNull(emails.droppedAt)',
    [sendTest],
  ),
  {
    guarantee: 'a refused email is not tried again',
    file: `${emailsFolder}/send-email.ts`,
    original: "await end({ droppedAt: ctx.now() })\n    return { kind: 'given-up'",
    mutated: "return { kind: 'given-up'",
    tests: [sendTest],
  },
  {
    guarantee: 'an outage of the relay drops nothing',
    file: `${emailsFolder}/send-email.ts`,
    original: "error instanceof NotifyError && error.failure.kind === 'refused'",
    mutated: 'error instanceof NotifyError',
    tests: [sendTest],
  },
  drop(
    'a waiting email has its first job for an hour',
    waiting,
    'lt(emails.createdAt, orderedBefore), ',
    [sendTest],
  ),
  {
    guarantee: 'an email is given up after a week',
    file: kinds,
    original: 'dayMs : 7 * dayMs',
    mutated: 'dayMs : 70 * dayMs',
    tests: [sendTest, composeTest],
  },
  drop(
    'rows that keep emails from being sent again are kept',
    'packages/services/src/housekeeping/expired-rows.ts',
    ', eq(emails.kind, kind)',
    [sendTest],
  ),
  {
    guarantee: 'a link that comes too late is not sent',
    file: kinds,
    original: '? dayMs : 7 * dayMs',
    mutated: '? 7 * dayMs : 7 * dayMs',
    tests: [composeTest],
  },
  drop(
    'an older email does not end the link of a newer one',
    `${emailsFolder}/account-emails.ts`,
    'if (await hasNewer(ctx, email)) return null',
    [composeTest],
  ),
  drop(
    'a report is dropped when it is too late',
    report,
    'if (isReportLate(email.occasion, user.timeZone, ctx.now())) return null',
    [reportTest],
  ),
  {
    guarantee: 'used links stay known for longer than their emails wait',
    file: 'packages/services/src/housekeeping/expired-rows.ts',
    original: 'const linkRetentionMs = dayMs',
    mutated: 'const linkRetentionMs = 0',
    tests: [composeTest],
  },
  {
    guarantee: 'an admin can switch emails off',
    file: compose,
    original: 'const isOnForAll = !hasAdminSwitch(kind) || switches[adminSwitches[kind]]',
    mutated: 'const isOnForAll = true',
    tests: [composeTest],
  },
  {
    guarantee: 'a user can switch optional emails off',
    file: compose,
    original: 'isOnForAll && (!isOptional(kind) || user[preferenceOf[kind]])',
    mutated: 'isOnForAll',
    tests: [reportTest],
  },
  drop(
    'an incomplete address of the operator gets no email',
    compose,
    "if (kind === 'new-user' && !isEmailAddress(to)) return null",
    [composeTest, adminTest],
  ),
  {
    guarantee: 'an email that is sent twice has the same links',
    file: `${emailsFolder}/account-emails.ts`,
    original: 'ctx.signatures.sign(kind, email.id)',
    mutated: 'ctx.signatures.sign(kind, email.id + ctx.now().getTime())',
    tests: [composeTest],
  },
  drop(
    'a lost mailbox is named to its user only',
    `${emailsFolder}/mailbox-emails.ts`,
    "eq(mailboxes.userId, user.id),\n        eq(mailboxes.problem, 'needs-reconnect'),",
    [composeTest],
  ),
  {
    guarantee: 'a sender who was let in is named to the right user only',
    file: `${emailsFolder}/mailbox-emails.ts`,
    original: ', eq(mailboxes.userId, user.id))',
    mutated: ')',
    tests: [composeTest],
  },
  {
    guarantee: 'a subscriber gets no reminder that was ordered before',
    file: plans,
    original: "toPlan(facts, now) !== 'trial' || ",
    mutated: '',
    tests: [remindersTest],
  },
  drop(
    'a reminder is dropped when the next is due',
    plans,
    'if (String(toTrialReminder(daysLeft)) !== email.occasion) return null',
    [remindersTest],
  ),
  {
    guarantee: 'a cancelled subscription is not confirmed',
    file: plans,
    original: ' && cancelsAt === null',
    mutated: '',
    tests: [composeTest],
  },
  {
    guarantee: 'a failed payment is not announced after Pro has ended',
    file: plans,
    original: 'graceEndsAt <= ctx.now() || ',
    mutated: '',
    tests: [composeTest],
  },
  drop('an unconfirmed address gets no report', report, 'if (!user.emailVerified) return null', [
    reportTest,
  ]),
  drop('a report contains only the user’s own messages', report, 'eq(mailboxes.userId, id),', [
    reportTest,
  ]),
  {
    guarantee: 'the week of a report follows the user’s time zone',
    file: report,
    original: 'gte(decisions.receivedAt, toStartOfDay(from, timeZone))',
    mutated: "gte(decisions.receivedAt, toStartOfDay(from, 'UTC'))",
    tests: [reportTest],
  },
  drop('restored messages are not in a report', report, 'isNull(decisions.restoredBy),', [
    reportTest,
  ]),
  drop(
    'a report offers to restore what is set aside',
    report,
    "eq(decisions.state, 'set-aside'), ",
    [reportTest],
  ),
  drop('unconfirmed addresses get no report', reports, 'users.emailVerified,', [reportsTest]),
  drop('users who do not want reports get none', reports, 'users.weeklyReportEnabled,', [
    reportsTest,
  ]),
  drop('a week without messages has no report', reports, 'exists(findScreened(tx, monday)),', [
    reportsTest,
  ]),
  drop('an admin can switch reports off', reports, 'if (!switches?.isOn) return', [reportsTest]),
  {
    guarantee: 'all users get their report',
    file: reports,
    original:
      'do last = await orderBatch(ctx, { monday, timeZones, after: last })\n    while (last)',
    mutated: 'last = await orderBatch(ctx, { monday, timeZones, after: last })',
    tests: [reportsTest],
  },
  {
    guarantee: 'a report is not early',
    file: reportRule,
    original: 'const firstHour = 8',
    mutated: 'const firstHour = 7',
    tests: [reportRuleTest],
  },
  {
    guarantee: 'a report is made up for until Wednesday',
    file: reportRule,
    original: 'const lastDayAfterMonday = 2',
    mutated: 'const lastDayAfterMonday = 1',
    tests: [reportRuleTest, reportsTest],
  },
  {
    guarantee: 'reminders go by the days that are left',
    file: 'packages/domain/src/plans/trial-reminder.ts',
    original: 'findLast((days) => daysLeft <= days)',
    mutated: 'find((days) => daysLeft <= days)',
    tests: ['packages/domain/src/plans/trial-reminder.test.ts', remindersTest],
  },
  drop('users who do not want reminders get none', reminders, 'users.trialRemindersEnabled,', [
    remindersTest,
  ]),
  {
    guarantee: 'subscribers get no reminders',
    file: reminders,
    original: " || toPlan(facts, now) !== 'trial'",
    mutated: '',
    tests: [remindersTest],
  },
  drop('an admin can switch reminders off', reminders, 'if (!switches?.isOn) return', [
    remindersTest,
  ]),
  drop(
    'a restore link works once',
    use,
    "if (!(await redeemLinkToken(tx, { token, purpose: 'restore', now }))) throw unusableLink()",
    [linksTest],
  ),
  drop(
    'a click and the deletion of the user do not deadlock',
    use,
    'await lockUserAgainstDeletion(tx, userId)',
    [linksTest],
  ),
  {
    guarantee: 'a restore link never touches another user’s email',
    file: links,
    original: ', eq(mailboxes.userId, linkTokens.userId)',
    mutated: '',
    tests: [linksTest],
  },
  {
    guarantee: 'a report that is sent twice has the same restore links',
    file: links,
    original: "ctx.signatures.sign('restore', emailId + decisionId)",
    mutated: "ctx.signatures.sign('restore', emailId + decisionId + Math.random())",
    tests: [linksTest],
  },
  drop('an unsubscribe link is signed', unsubscribe, ' && isSigned', [routesTest]),
  {
    guarantee: 'an unsubscribe link is for one kind of email',
    file: unsubscribe,
    original: 'signatures.isValid(purpose, `${id}.${kindText}`, signature)',
    mutated: 'signatures.isValid(purpose, `${id}.weekly-report`, signature)',
    tests: [routesTest],
  },
  {
    guarantee: 'a mail program may unsubscribe with a form',
    file: 'apps/api/src/routes/emails.ts',
    original: "['application/x-www-form-urlencoded', 'multipart/form-data']",
    mutated: "['application/x-www-form-urlencoded']",
    tests: [routesTest],
  },
  {
    guarantee: 'a user is welcomed once',
    file: 'packages/services/src/users/confirm-address.ts',
    original: 'and(eq(users.id, userId), not(users.emailVerified))',
    mutated: 'eq(users.id, userId)',
    tests: [adminTest],
  },
  {
    guarantee: 'the operator hears of new users only if an admin wants it',
    file: compose,
    original: "'new-user': 'newUserNotificationEnabled',",
    mutated: '',
    tests: [composeTest],
  },
  {
    guarantee: 'the operator hears of a new user whose registration was killed',
    file: `${emailsFolder}/order-new-user-notices.ts`,
    original: 'unannounced.map(',
    mutated: 'unannounced.slice(0, 0).map(',
    tests: [adminTest],
  },
  drop(
    'the notice of a lost mailbox and the deletion of its user do not deadlock',
    'packages/services/src/mailboxes/upkeep/notify-lost-mailboxes.ts',
    ".for('key share')",
    ['packages/services/src/mailboxes/upkeep/notify-lost-mailboxes.db.test.ts'],
  ),
  {
    guarantee: 'a second sending does not make a used link work again',
    file: 'packages/db/src/queries/link-tokens.ts',
    original: '.values({ tokenHash, userId, purpose, expiresAt })\n      .onConflictDoNothing()',
    mutated:
      '.values({ tokenHash, userId, purpose, expiresAt })\n      .onConflictDoUpdate({ target: linkTokens.tokenHash, set: { expiresAt, usedAt: null } })',
    tests: [composeTest],
  },
  {
    guarantee: 'only a confirmed address marks a message as a Pro user’s',
    file: 'packages/services/src/contact/forward-contact-message.ts',
    original: 'and(eq(users.email, address), users.emailVerified)',
    mutated: 'eq(users.email, address)',
    tests: [contactTest],
  },
  {
    guarantee: 'an email that is sent again has the same Message-ID',
    file: 'packages/notify/src/smtp.ts',
    original: 'messageId: `<${id}@${domain}>`,',
    mutated: '',
    tests: ['packages/notify/src/smtp.test.ts'],
  },
  {
    guarantee: 'an optional email can be unsubscribed from with one click',
    file: 'packages/notify/src/smtp.ts',
    original: '...(unsubscribe && toUnsubscribeHeaders(unsubscribe))',
    mutated: '',
    tests: ['packages/notify/src/smtp.test.ts'],
  },
  drop(
    'emails whose jobs have ended get new ones',
    waiting,
    'await enqueueEmails(ctx, ctx.db, waiting)',
    [sendTest],
  ),
  {
    guarantee: 'an email waits for a week before it is given up',
    file: kinds,
    original: '? dayMs : 7 * dayMs',
    mutated: '? dayMs : dayMs',
    tests: [composeTest],
  },
  {
    guarantee: 'a restore link cannot be made from a copy of the database',
    file: links,
    original: "ctx.signatures.sign('restore', emailId + decisionId)",
    mutated: 'emailId + decisionId',
    tests: [linksTest],
  },
  {
    guarantee: 'a restore link acts on POST only',
    file: 'packages/contract/src/emails.ts',
    original: "method: 'POST',\n  path: '/api/restore-links',",
    mutated: "method: 'GET',\n  path: '/api/restore-links',",
    tests: [routesTest],
  },
  {
    guarantee: 'a signature is good for one purpose',
    file: 'packages/runtime/src/secrets/signatures.ts',
    original: '.update(`${purpose}\\n${text}`)',
    mutated: '.update(text)',
    tests: ['packages/runtime/src/secrets/signatures.test.ts'],
  },
  {
    guarantee: 'a report comes by the user’s clock',
    file: reportRule,
    original: 'toHourIn(timeZone, now) >= firstHour',
    mutated: "toHourIn('UTC', now) >= firstHour",
    tests: [reportRuleTest],
  },
  {
    guarantee: 'a reminder that we missed comes until the next is due',
    file: 'packages/domain/src/plans/trial-reminder.ts',
    original: 'daysLeft <= days',
    mutated: 'daysLeft === days',
    tests: ['packages/domain/src/plans/trial-reminder.test.ts', remindersTest],
  },
  {
    guarantee: 'reminders reach all users',
    file: reminders,
    original: 'ending.length === batchSize ? ending.at(-1)?.userId : undefined',
    mutated: 'undefined',
    tests: [remindersTest],
  },
  {
    guarantee: 'reports are looked for every quarter of an hour, as the documents say',
    file: 'apps/worker/src/schedules.ts',
    original: "cron: '*/15 * * * *',",
    mutated: "cron: '0 0 1 * *',",
    tests: ['apps/worker/src/schedules.test.ts'],
  },
]
