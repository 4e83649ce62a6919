import type { AuditRow } from '@doorman/contract/admin-audit'
import type { AuditAct } from '@doorman/domain/accounts/audit'
import {
  describeEmail,
  describeEnd,
  describeFields,
  describeJob,
  describePicture,
  describeSettings,
} from './describe-details.ts'
import { callOf, describeRefusal } from './describe-request.ts'

const unknown = '(unknown)'

/** Titles for the filter, and the rest of the sentence after the admin's name. */
const acts: Readonly<Record<AuditAct, { title: string; did: (row: AuditRow) => string }>> = {
  'grant-admin': { title: 'Admin granted', did: (row) => `made ${subjectOf(row)} an admin` },
  'revoke-admin': {
    title: 'Admin revoked',
    did: (row) => `took the admin role from ${subjectOf(row)}`,
  },
  'reset-second-factor': {
    title: 'Two-step sign-in reset',
    did: (row) => `reset the two-step sign-in of ${subjectOf(row)}`,
  },
  'start-view': { title: 'View started', did: (row) => `started to view as ${viewedOf(row)}` },
  'end-view': {
    title: 'View ended',
    did: (row) => `stopped viewing as ${viewedOf(row)}${withDetail(describeEnd(row))}`,
  },
  'view-request': {
    title: 'Request while viewing',
    did: (row) => `used ${callOf(row)} as ${viewedOf(row)}`,
  },
  'view-refused': {
    title: 'Request refused while viewing',
    did: (row) => describeRefusal(row, viewedOf(row)),
  },
  'delete-user': { title: 'User deleted', did: (row) => `deleted ${subjectOf(row)}` },
  'change-oauth-settings': {
    title: 'OAuth settings changed',
    did: (row) => describeSettings(row) ?? 'changed the OAuth settings',
  },
  'change-email-settings': {
    title: 'Email settings changed',
    did: (row) => describeSettings(row) ?? 'changed the email settings',
  },
  'send-test-email': {
    title: 'Test email sent',
    did: (row) => `sent a test email${withDetail(describeEmail(row))}`,
  },
  'change-auth-guide': {
    title: 'Auth guide changed',
    did: (row) => describeSettings(row) ?? 'changed the auth guide',
  },
  'change-tracking-code': {
    title: 'Tracking code changed',
    did: (row) => describeSettings(row) ?? 'changed a tracking code',
  },
  'retry-job': { title: 'Job retried', did: (row) => `retried ${jobOf(row)}` },
  'drop-job': { title: 'Job dropped', did: (row) => `dropped ${jobOf(row)}` },
  'stop-replies': {
    title: 'Smart responses stopped',
    did: () => 'stopped all smart responses',
  },
  'resume-replies': {
    title: 'Smart responses resumed',
    did: () => 'resumed all smart responses',
  },
  'export-audit-log': { title: 'Audit log exported', did: () => 'exported the audit log' },
  'create-post': {
    title: 'Article created',
    did: (row) => `created article ${nameOf(row)}`,
  },
  'change-post': {
    title: 'Article changed',
    did: (row) => `changed article ${nameOf(row)}${withDetail(describeFields(row))}`,
  },
  'delete-post': {
    title: 'Article deleted',
    did: (row) => `deleted article ${nameOf(row)}`,
  },
  'restore-post': {
    title: 'Article restored',
    did: (row) => `restored article ${nameOf(row)}`,
  },
  'upload-picture': {
    title: 'Picture uploaded',
    did: (row) => `uploaded ${describePicture(row)} for ${nameOf(row)}`,
  },
  'create-category': {
    title: 'Category created',
    did: (row) => `created category ${nameOf(row)}`,
  },
  'change-category': {
    title: 'Category changed',
    did: (row) => `changed category ${nameOf(row)}`,
  },
  'create-author': {
    title: 'Author created',
    did: (row) => `created author ${nameOf(row)}`,
  },
  'change-author': {
    title: 'Author changed',
    did: (row) => `changed author ${nameOf(row)}`,
  },
  backup: { title: 'Backup made', did: () => 'made a backup' },
  'restore-backup': { title: 'Backup restored', did: () => 'restored a backup' },
}

/** An entry of the log as a sentence. */
export function describeAct(row: AuditRow): { who: string; did: string } {
  return { who: actorOf(row), did: acts[row.act].did(row) }
}

export function toActTitle(act: AuditAct): string {
  return acts[act].title
}

function actorOf({ actorId, actorEmail }: AuditRow): string {
  if (actorEmail !== null) return actorEmail
  return actorId === null ? 'An operator at the command line' : `Deleted admin ${actorId}`
}

function subjectOf({ subjectEmail, subjectId }: AuditRow): string {
  return subjectEmail ?? `user ${subjectId ?? unknown}`
}

function viewedOf(row: AuditRow): string {
  if (row.viewedUserId === null) return subjectOf(row)
  return row.viewedUserEmail ?? `user ${row.viewedUserId}`
}

function jobOf(row: AuditRow): string {
  const title = describeJob(row)
  return `job ${shortId(row.subjectId)}${title ? ` (${title})` : ''}`
}

/** The name of an article, category or author, or a part of its id if it is gone. */
function nameOf({ subjectName, subjectId }: AuditRow): string {
  return subjectName === null ? shortId(subjectId) : `“${subjectName}”`
}

function withDetail(what: string | null): string {
  return what === null ? '' : `: ${what}`
}

/** The beginning of an id, enough to recognise it. The whole one is in the details. */
function shortId(id: string | null): string {
  if (id === null) return unknown
  return id.length > 8 ? `${id.slice(0, 8)}…` : id
}
