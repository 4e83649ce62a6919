import { openDb, type Db } from '@doorman/db/client'
import * as schema from '@doorman/db/schema'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, inject } from 'vitest'
import type { Context } from '../ports/context.ts'

/** The queries of a screen, run again with EXPLAIN: sequential scans, and rows read per table. */
export type QueryCost = { readonly seqScans: string[]; readonly rows: Record<string, number> }

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Statements that have no plan, but may change the plans of later statements. */
const controlStatement = /^\s*(?:begin|commit|rollback|select set_config)/i

/** Measures what a service reads from the database of the context. */
export async function openMeasure<Ctx extends Pick<Context, 'db'>>(
  ctx: Ctx,
): Promise<(load: (measured: Ctx) => Promise<unknown>) => Promise<QueryCost>> {
  const { pool, logQueries } = await openQueryLog(ctx)
  return async (load) => {
    const queries = await logQueries(load)
    const cost: QueryCost = { seqScans: [], rows: {} }
    const client = await pool.connect()
    for (const [query, params] of queries) {
      const explained = controlStatement.test(query)
        ? query
        : `explain (analyze, format json) ${query}`
      const { rows } = await client.query<{ 'QUERY PLAN'?: [{ Plan: PlanNode }] }>(
        explained,
        params,
      )
      const plan = rows[0]?.['QUERY PLAN']?.[0].Plan
      if (plan) addCost(plan, cost)
    }
    client.release()
    return cost
  }
}

/** Lists the statements that a service sends to the database of the context, `begin` and `commit` too. */
export async function openStatementLog<Ctx extends Pick<Context, 'db'>>(
  ctx: Ctx,
): Promise<(run: (logged: Ctx) => Promise<unknown>) => Promise<string[]>> {
  const { logQueries } = await openQueryLog(ctx)
  return async (run) => (await logQueries(run)).map(([query]) => query.trim())
}

async function openQueryLog<Ctx extends Pick<Context, 'db'>>(ctx: Ctx) {
  const { pool, close } = openDb(await findDatabaseUrl(ctx.db))
  afterAll(close)
  return {
    pool,
    async logQueries(run: (logged: Ctx) => Promise<unknown>): Promise<[string, unknown[]][]> {
      const queries: [string, unknown[]][] = []
      const logger = {
        logQuery: (query: string, params: unknown[]) => void queries.push([query, params]),
      }
      const db: Db = drizzle(pool, { schema, logger })
      await run({ ...ctx, db })
      return queries
    },
  }
}

async function findDatabaseUrl(db: Db): Promise<string> {
  const url = new URL(inject('adminUrl'))
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  url.pathname = rows[0]?.name ?? ''
  return url.href
}

function addCost(node: PlanNode, cost: QueryCost): void {
  const table = node['Relation Name']
  if (table !== undefined) {
    if (node['Node Type'] === 'Seq Scan') cost.seqScans.push(table)
    const removed =
      (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    const read = node['Actual Rows'] + removed
    cost.rows[table] = (cost.rows[table] ?? 0) + read * node['Actual Loops']
  }
  for (const child of node.Plans ?? []) addCost(child, cost)
}
