import type { AuditRow } from '@doorman/contract/admin-audit'
import { auditActs } from '@doorman/domain/accounts/audit'
import type { UserId } from '@doorman/domain/ids'
import { expect, test } from 'vitest'
import { describeAct, toActTitle } from './describe-act.ts'

const anna = '11111111-1111-4111-8111-111111111111' as UserId
const ben = '3f2a1b0c-2222-4222-8222-222222222222' as UserId

const row = (facts: Partial<AuditRow>): AuditRow => ({
  id: 7,
  recordedAt: '2026-11-17T12:00:00.000Z',
  act: 'delete-user',
  actorId: anna,
  actorEmail: 'anna@example.com',
  viewedUserId: null,
  viewedUserEmail: null,
  subjectId: null,
  subjectEmail: null,
  details: {},
  ip: null,
  hash: 'abc',
  ...facts,
})
const read = (facts: Partial<AuditRow>) => {
  const { who, did } = describeAct(row(facts))
  return `${who} ${did}`
}

test.each<[Partial<AuditRow>, string]>([
  [{ subjectId: ben }, 'anna@example.com deleted user 3f2a1b0c…'],
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
    'Deleted admin 11111111… stopped all smart responses',
  ],
  [
    { act: 'start-view', viewedUserId: ben, viewedUserEmail: 'ben@x.y' },
    'anna@example.com started to view as ben@x.y',
  ],
  [{ act: 'end-view', viewedUserId: ben }, 'anna@example.com stopped viewing as user 3f2a1b0c…'],
  [
    {
      act: 'view-refused',
      viewedUserId: ben,
      viewedUserEmail: 'ben@x.y',
      details: { method: 'DELETE', route: '/api/auth/account' },
    },
    'anna@example.com was refused DELETE /api/auth/account as ben@x.y',
  ],
  [{ act: 'drop-job', subjectId: ben }, 'anna@example.com dropped job 3f2a1b0c…'],
])('the entry %j is a sentence', (facts, sentence) => {
  expect(read(facts)).toBe(sentence)
})

test.each(auditActs)('the act %s has a title, and a sentence even without any facts', (act) => {
  expect(toActTitle(act)).toMatch(/^[A-Z]/)
  expect(read({ act })).toMatch(/^anna@example\.com [a-z].+[^ ]$/)
  expect(read({ act })).not.toMatch(/undefined|null/)
})
