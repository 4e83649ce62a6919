import { planColumns } from '@doorman/db/queries/plan-facts'
import { filteredTotals, mailboxes, subscriptions, users } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import type { SubscriptionStatus } from '@doorman/domain/plans/plan'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import {
  readCursor,
  toCursor,
  toSortKey,
  type UserOrder,
  type UserPlace,
  type UserSortKey,
} from './user-order.ts'

export type ListedUser = {
  readonly id: UserId
  readonly email: string
  readonly providers: { readonly gmail: boolean; readonly microsoft: boolean }
  readonly filteredEmailCount: number
  readonly isVerified: boolean
  readonly isAdmin: boolean
  readonly subscriptionStatus: SubscriptionStatus
  readonly trialEndDate: Date | null
  readonly createdAt: Date
}

type UserQuery = {
  /** A part of the address. */
  readonly search?: string | undefined
  readonly sort?: UserSortKey | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
}

const pageSize = 50
/** A search first tries this many users in list order. A common text fills a page from these. */
const maxUsersTried = 1_000

/** A page of users, newest first unless asked otherwise. Keyset pagination. */
export async function listUsers(
  ctx: Context,
  { search = '', sort = 'createdAt', order = 'desc', cursor }: UserQuery,
): Promise<{ readonly list: readonly ListedUser[]; readonly nextCursor: string | null }> {
  const by = { sort, order }
  const after = cursor === undefined ? null : readCursor(ctx, by, cursor)
  const found = await findPlaces(ctx, by, after, search.trim().toLowerCase())
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  return {
    list: await loadUsers(
      ctx,
      page.map(({ id }) => id),
    ),
    nextCursor: last && found.length > pageSize ? toCursor(ctx, by, last) : null,
  }
}

type Found = UserPlace & { readonly id: UserId }

/** One more than a page, so that we know whether another follows. */
async function findPlaces(
  { db }: Context,
  by: UserOrder,
  after: UserPlace | null,
  search: string,
): Promise<Found[]> {
  const select = async (query: SQL) => (await db.execute<Found>(query)).rows
  const usersWhere = toUsersAfter(by, after)
  const inOrder = by.order === 'asc' ? sql`order by key, id` : sql`order by key desc, id desc`
  const onePage = sql`${inOrder} limit ${pageSize + 1}`
  if (search === '')
    return select(sql`select id, key::text from (${usersWhere(sql`true`)} ${onePage}) as next`)

  // Two query plans. Walking the list in order is fast for a text that many addresses contain.
  const contains = toContains(search)
  const common = await select(sql`
    with next as materialized (${usersWhere(sql`true`)} ${inOrder} limit ${maxUsersTried})
    select id, key::text from (select * from next where ${contains} ${onePage}) as page`)
  if (common.length > pageSize) return common
  // The index of parts of addresses is fast for a rare text. `materialized` keeps the planner from
  // walking the whole list, which it does if it takes the text for a common one.
  return select(sql`
    with matching as materialized (${usersWhere(contains)})
    select id, key::text from (select * from matching ${onePage}) as page`)
}

/** Users after a place: their ids, addresses, and what they are sorted by. */
function toUsersAfter(by: UserOrder, after: UserPlace | null): (which: SQL) => SQL {
  const { key, type } = toSortKey(by)
  const isCounted = by.sort === 'filteredEmailCount'
  const id = isCounted ? sql`${filteredTotals.userId}` : sql`${users.id}`
  const from = isCounted
    ? sql`${users} join ${filteredTotals} on ${filteredTotals.userId} = ${users.id}`
    : sql`${users}`
  const comparison = by.order === 'asc' ? sql`>` : sql`<`
  const isAfter =
    after === null
      ? sql`true`
      : sql`(${key}, ${id}) ${comparison} (${after.key}::${type}, ${after.id}::uuid)`
  return (which) => sql`
    select ${id} as id, ${key} as key, ${users.email} as email from ${from}
    where ${isAfter} and ${which}`
}

/** Addresses are stored in lower case. `%` and `_` are not wildcards. */
function toContains(text: string): SQL {
  return sql`email like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** In the order of `ids`. Leaves out a user who was deleted after the ids were read. */
async function loadUsers({ db }: Context, ids: readonly UserId[]): Promise<ListedUser[]> {
  if (ids.length === 0) return []
  const has = (provider: 'gmail' | 'microsoft') => sql<boolean>`exists (
    select from ${mailboxes} where ${mailboxes.userId} = ${users.id}
    and ${mailboxes.provider} = ${provider})`
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      providers: { gmail: has('gmail'), microsoft: has('microsoft') },
      filteredEmailCount: sql<number>`greatest(${filteredTotals.filtered}, 0)`,
      isVerified: users.emailVerified,
      isAdmin: sql<boolean>`${users.role} = 'admin'`,
      subscriptionStatus: planColumns.subscriptionStatus,
      trialEndDate: users.trialEndsAt,
      createdAt: users.createdAt,
    })
    .from(users)
    .innerJoin(filteredTotals, eq(filteredTotals.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(inArray(users.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
