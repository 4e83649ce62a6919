import type { UserId } from '../ids.ts'

/** The acts of admins and of the operator that the audit log records. */
export const auditActs = [
  'grant-admin',
  'revoke-admin',
  'reset-second-factor',
  /** View-as: start, end, and every request during it, whether served or refused. */
  'start-view',
  'end-view',
  'view-request',
  'view-refused',
  'delete-user',
  'change-oauth-settings',
  'change-email-settings',
  'send-test-email',
  'change-auth-guide',
  'change-tracking-code',
  'retry-job',
  'drop-job',
  'stop-replies',
  'resume-replies',
  'export-audit-log',
  'create-post',
  'change-post',
  'delete-post',
  'restore-post',
  'upload-picture',
  'create-category',
  'change-category',
  'create-author',
  'change-author',
  'backup',
  'restore-backup',
] as const
export type AuditAct = (typeof auditActs)[number]

/** Why an admin's view of a user ended: the `reason` in the details of `end-view`. */
export type ViewEndReason =
  | 'switched-back'
  | 'signed-out'
  /** A sign-in or registration in the same browser ends the session that it had. */
  | 'signed-in-again'
  | 'signed-out-elsewhere'
  | 'password-changed'
  | 'second-factor-changed'
  | 'role-changed'
  /** The account of the user, or of the admin. */
  | 'account-deleted'
  | 'expired'

/** Names, numbers and switches. Never an address, and never text that a user wrote. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export type AuditEntry = {
  readonly id: number
  readonly recordedAt: Date
  /** `null`: the operator, at the command line. */
  readonly actorId: UserId | null
  readonly viewedUserId: UserId | null
  readonly act: AuditAct
  readonly subjectId: string | null
  readonly details: AuditDetails
  readonly ip: string | null
  readonly previousHash: string
}

/** The hash before the first entry. */
export const firstPreviousHash = '0'.repeat(64)

/** The text that is hashed. The database does not keep the order of keys, so they are sorted. */
export function toHashedText(entry: AuditEntry): string {
  const details = Object.entries(entry.details).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([
    entry.id,
    entry.recordedAt.toISOString(),
    entry.actorId,
    entry.viewedUserId,
    entry.act,
    entry.subjectId,
    details,
    entry.ip,
    entry.previousHash,
  ])
}
