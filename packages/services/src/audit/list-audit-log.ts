import type { Db } from '@doorman/db/client'
import { auditLog, authors, categories, posts, users } from '@doorman/db/schema'
import type { AuditAct } from '@doorman/domain/accounts/audit'
import { AppError } from '@doorman/domain/app-error'
import { UserId } from '@doorman/domain/ids'
import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context } from '../ports/context.ts'
import type { StoredEntry } from './read-entries.ts'

const entriesPerPage = 50

type AuditQuery = {
  readonly act?: AuditAct | undefined
  readonly search?: string | undefined
  /** Leaves out requests that admins made while they viewed the app as a user. There are many. */
  readonly hideViewRequests?: boolean | undefined
  readonly cursor?: string | undefined
}

export type ListedEntry = StoredEntry & {
  readonly actorEmail: string | null
  readonly viewedUserEmail: string | null
  readonly subjectEmail: string | null
  /** The current name of the article, category or author. */
  readonly subjectName: string | null
}

/** Newest first. */
export async function listAuditLog(
  { db }: Pick<Context, 'db'>,
  { act, search = '', hideViewRequests = false, cursor }: AuditQuery,
): Promise<{ list: ListedEntry[]; nextCursor: string | null }> {
  const before = parseCursor(cursor)
  const isWanted = and(
    before === null ? undefined : lt(auditLog.id, before),
    act && eq(auditLog.act, act),
    // A literal, not a parameter: the planner matches it with the condition of the index.
    hideViewRequests ? sql`${auditLog.act} <> 'view-request'` : undefined,
  )
  const found =
    search === ''
      ? await selectPage(db, isWanted)
      : await searchPage(db, isWanted, await findSearchedId(db, search))
  const list = found.slice(0, entriesPerPage)
  const last = list.at(-1)
  const emails = await findEmails(db, list)
  const names = await findNames(db, list)
  return {
    list: list.map((entry) => ({
      ...entry,
      actorEmail: emails.get(entry.actorId) ?? null,
      viewedUserEmail: emails.get(entry.viewedUserId) ?? null,
      subjectEmail: emails.get(entry.subjectId) ?? null,
      subjectName: names.get(entry.subjectId) ?? null,
    })),
    nextCursor: last && found.length > entriesPerPage ? String(last.id) : null,
  }
}

function selectPage(db: Db, which: SQL | undefined) {
  return db
    .select()
    .from(auditLog)
    .where(which)
    .orderBy(desc(auditLog.id))
    .limit(entriesPerPage + 1)
}

/** Reads a page by each index and merges them: an `or` would read all entries of the user. */
async function searchPage(
  db: Db,
  isWanted: SQL | undefined,
  id: string | null,
): Promise<StoredEntry[]> {
  if (id === null) return []
  const bySubject = selectPage(db, and(isWanted, eq(auditLog.subjectId, id)))
  if (!UserId.safeParse(id).success) return bySubject
  const { actorId, viewedUserId } = auditLog
  const rows = await unionAll(
    bySubject,
    selectPage(db, and(isWanted, sql`${actorId} = ${id}`)),
    selectPage(db, and(isWanted, sql`${viewedUserId} = ${id}`)),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()].sort((one, other) => other.id - one.id)
}

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('invalid', 'The cursor is not valid.')
  return Number(cursor)
}

/** The id of the user who has this address now: the log itself holds no addresses. */
async function findSearchedId(db: Db, search: string): Promise<string | null> {
  if (!search.includes('@')) return search.toLowerCase()
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, search.toLowerCase()))
  return user?.id ?? null
}

async function findEmails(
  db: Db,
  list: readonly StoredEntry[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = list.flatMap(({ actorId, viewedUserId, subjectId }) =>
    [actorId, viewedUserId, subjectId].filter((id) => UserId.safeParse(id).success),
  )
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(found.map(({ id, email }) => [id, email]))
}

/** The log itself holds no titles and names, so these are the current ones. */
async function findNames(
  db: Db,
  list: readonly StoredEntry[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = list.flatMap(({ act, subjectId }) =>
    subjectId !== null && /post|picture|category|author/.test(act) ? [subjectId] : [],
  )
  if (ids.length === 0) return new Map()
  const wanted = sql`any(${sql.param([...new Set(ids)])}::uuid[])`
  const found = await unionAll(
    db
      .select({ id: sql<string>`${posts.id}`, name: posts.title })
      .from(posts)
      .where(sql`${posts.id} = ${wanted}`),
    db
      .select({ id: sql<string>`${categories.id}`, name: categories.name })
      .from(categories)
      .where(sql`${categories.id} = ${wanted}`),
    db
      .select({ id: sql<string>`${authors.id}`, name: authors.name })
      .from(authors)
      .where(sql`${authors.id} = ${wanted}`),
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
