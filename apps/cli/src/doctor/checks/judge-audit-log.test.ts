import { expect, test } from 'vitest'
import { judgeAuditLog } from './judge-audit-log.ts'

const whole = { entries: 12, brokenAt: null, head: 'abc' }

test('an audit log that was tampered with is broken, and the entry is named', () => {
  expect(judgeAuditLog(whole)).toMatchObject([{ subject: 'Audit log', status: 'ok' }])
  expect(judgeAuditLog({ ...whole, brokenAt: 7 })).toMatchObject([
    { subject: 'Audit log', status: 'broken', says: expect.stringContaining('entry 7') },
  ])
})

test('nothing is said about the audit log of a database that is not up to date', () => {
  expect(judgeAuditLog(null)).toEqual([])
})
