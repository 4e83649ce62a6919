import type { AuditRow } from '@doorman/contract/admin-audit'
import { auditActs } from '@doorman/domain/accounts/audit'
import { expect, test } from 'vitest'
import { describeAct, toActTitle } from './describe-act.ts'
import { auditRow as row, ben } from './testing/audit-row.ts'

const read = (facts: Partial<AuditRow>) => {
  const { who, did } = describeAct(row(facts))
  return `${who} ${did}`
}

test.each<[Partial<AuditRow>, string]>([
  [{ subjectId: ben }, `anna@example.com deleted user ${ben}`],
  [
    {
      act: 'grant-admin',
      actorId: null,
      actorEmail: null,
      subjectId: ben,
      subjectEmail: 'ben@x.y',
    },
    'An operator at the command line made ben@x.y an admin',
  ],
  [
    { actorEmail: null, act: 'stop-replies' },
    'Deleted admin 11111111-1111-4111-8111-111111111111 stopped all smart responses',
  ],
  [
    { act: 'start-view', viewedUserId: ben, viewedUserEmail: 'ben@x.y' },
    'anna@example.com started to view as ben@x.y',
  ],
  [{ act: 'end-view', viewedUserId: ben }, `anna@example.com stopped viewing as user ${ben}`],
  [
    {
      act: 'end-view',
      viewedUserEmail: 'ben@x.y',
      viewedUserId: ben,
      details: { reason: 'expired' },
    },
    'anna@example.com stopped viewing as ben@x.y: it expired',
  ],
  [
    { act: 'change-email-settings', details: { weeklyReport: false } },
    'anna@example.com turned off the weekly report',
  ],
  [
    { act: 'change-oauth-settings', details: { gmailOauthRedirectUrl: 'changed' } },
    'anna@example.com changed the Gmail redirect URL',
  ],
  [
    {
      act: 'change-auth-guide',
      details: { googleGuideEnabled: true, googleGuideVideoUrl: 'cleared' },
    },
    'anna@example.com turned on the Google guide and cleared the Google video',
  ],
  [
    { act: 'change-tracking-code', details: { trackingCodeHead: 'changed' } },
    'anna@example.com changed the head code',
  ],
  [
    { act: 'send-test-email', details: { emailType: 'welcome' } },
    'anna@example.com sent a test email: welcome email',
  ],
  [
    {
      act: 'change-post',
      subjectId: ben,
      subjectName: 'Hello',
      details: { changed: 'title,slug' },
    },
    'anna@example.com changed article “Hello”: title, address',
  ],
  [{ act: 'delete-post', subjectId: ben }, 'anna@example.com deleted article 3f2a1b0c…'],
  [
    {
      act: 'upload-picture',
      subjectId: ben,
      subjectName: 'Ann Author',
      details: { use: 'author' },
    },
    'anna@example.com uploaded a picture of an author for “Ann Author”',
  ],
  [
    {
      act: 'view-refused',
      viewedUserId: ben,
      viewedUserEmail: 'ben@x.y',
      details: { method: 'DELETE', route: '/api/auth/account' },
    },
    'anna@example.com tried to delete the account as ben@x.y and was refused',
  ],
  [
    {
      act: 'view-refused',
      viewedUserId: ben,
      viewedUserEmail: 'ben@x.y',
      details: { method: 'POST', route: '/api/auth/anything-new' },
    },
    'anna@example.com was refused POST /api/auth/anything-new as ben@x.y',
  ],
  [
    { act: 'drop-job', subjectId: ben, details: { queue: 'send-email' } },
    'anna@example.com dropped job 3f2a1b0c… (Send email)',
  ],
])('the entry %j is a sentence', (facts, sentence) => {
  expect(read(facts)).toBe(sentence)
})

test.each(auditActs)('the act %s has a title, and a sentence even without any facts', (act) => {
  expect(toActTitle(act)).toMatch(/^[A-Z]/)
  expect(read({ act })).toMatch(/^anna@example\.com [a-z].+[^ ]$/)
  expect(read({ act })).not.toMatch(/undefined|null/)
})
