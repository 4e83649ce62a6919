import type { AuditCheck } from '@doorman/services/audit/check-audit-log'
import { broken, ok, type Finding } from '../finding.ts'

/** Only the latest entries are checked, so that doctor stays quick. */
export function judgeAuditLog(check: AuditCheck | null): Finding[] {
  const subject = 'Audit log'
  if (!check) return []
  const { brokenAt, entries } = check
  if (brokenAt === null) return [ok(subject, `the latest entries are whole: ${entries}`)]
  return [
    broken(
      subject,
      `entry ${brokenAt} was changed, moved or removed`,
      'Someone with access to the database did this. Compare the log with an export or a backup.',
    ),
  ]
}
