import type { AuditRow } from '@doorman/contract/admin-audit'
import { expect, test } from 'vitest'
import { describeDetails } from './describe-details.ts'
import { auditRow } from './testing/audit-row.ts'

const read = (details: AuditRow['details']) =>
  describeDetails(auditRow({ details })).map(([name, value]) => `${name}: ${value}`)

test.each<[AuditRow['details'], string[]]>([
  [{}, []],
  [{ weeklyReport: false, welcomeEmail: true }, ['Weekly report: Off', 'Welcome email: On']],
  [{ newUserNotificationRecipient: 'cleared' }, ['Recipient of new user notifications: Cleared']],
  [{ emailType: 'weeklyReport' }, ['Email: Weekly report']],
  [{ isByItself: true }, ['Why it ended: It expired, or the user was deleted']],
  [{ isByItself: false }, ['Why it ended: They switched back']],
  [{ reason: 'password-changed' }, ['Why it ended: Their password changed']],
  [{ reason: 'toString' }, ['Why it ended: They switched back']],
  [{ method: 'GET', route: '/api/activity' }, ['Request: GET /api/activity']],
  [{ queue: 'send-email' }, ['Job: Send email']],
  [{ use: 'cover' }, ['Used for: A cover']],
  [{ changed: 'title,content', publishedAt: null }, ['Changed: title, text', 'Public from: Draft']],
  [{ changed: '' }, ['Changed: Nothing']],
  [{ deletedAgain: 2 }, ['Deleted again: 2 users']],
  [{ someNewKey: 'a-value' }, ['Some new key: A-value']],
])('the details %j read %j', (details, facts) => {
  expect(read(details)).toEqual(facts)
})
