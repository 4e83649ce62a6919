import type { AuditRow } from '@doorman/contract/admin-audit'
import type { UserId } from '@doorman/domain/ids'

export const anna = '11111111-1111-4111-8111-111111111111' as UserId
export const ben = '3f2a1b0c-2222-4222-8222-222222222222' as UserId

/** An entry by Anna, with these facts. */
export const auditRow = (facts: Partial<AuditRow>): AuditRow => ({
  id: 7,
  recordedAt: '2026-11-17T12:00:00.000Z',
  act: 'delete-user',
  actorId: anna,
  actorEmail: 'anna@example.com',
  viewedUserId: null,
  viewedUserEmail: null,
  subjectId: null,
  subjectEmail: null,
  subjectName: null,
  details: {},
  ip: null,
  hash: 'abc',
  ...facts,
})
