import { auditActs } from '@doorman/domain/accounts/audit'
import { UserId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const AuditRow = z.object({
  id: z.number(),
  recordedAt: z.iso.datetime(),
  act: z.enum(auditActs),
  actorId: z.nullable(UserId),
  /** `null` if the admin is deleted, or the act was done at the command line. */
  actorEmail: z.nullable(z.string()),
  viewedUserId: z.nullable(UserId),
  viewedUserEmail: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  /** Set if the subject is a user who still exists. */
  subjectEmail: z.nullable(z.string()),
  /** Set if the subject is an article, a category or an author that still exists. */
  subjectName: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ip: z.nullable(z.string()),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'Search the audit log, newest first',
  input: z.object({
    act: z.optional(z.enum(auditActs)),
    /** An address or an id: of the admin, of the viewed user, or of the subject. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    /** Leaves out `view-request`: view-as records every request, so these entries are many. */
    hideViewRequests: z.optional(z.enum(['true', 'false'])),
    cursor: z.optional(z.string().check(z.maxLength(30))),
  }),
  reply: z.object({ list: z.array(AuditRow), nextCursor: z.nullable(z.string()) }),
})

/** Recomputes every hash. */
export const checkAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/check',
  summary: 'Check the hash chain of the audit log',
  input: z.object({}),
  reply: z.object({
    entries: z.number(),
    /** The first entry that is missing or does not fit; `null` if the chain is whole. */
    brokenAt: z.nullable(z.number()),
    /** Hash of the last entry. A copy kept elsewhere shows if the end of the log is cut off. */
    head: z.string(),
  }),
})

/** Streams lines of JSON. */
export const auditExportPath = '/api/admin/audit-log/export'
