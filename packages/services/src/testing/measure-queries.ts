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
  readonly Plans?: readonly PlanNode[]
}

/** Measures what a service reads from the database of the context. */
export async function openMeasure<Ctx extends Pick<Context, 'db'>>(
  ctx: Ctx,
): Promise<(load: (measured: Ctx) => Promise<unknown>) => Promise<QueryCost>> {
  const { pool, close } = openDb(await findDatabaseUrl(ctx.db))
  afterAll(close)
  return async (load) => {
    const queries: [string, unknown[]][] = []
    const logger = {
      logQuery: (query: string, params: unknown[]) => void queries.push([query, params]),
    }
    const db: Db = drizzle(pool, { schema, logger })
    await load({ ...ctx, db })
    const cost: QueryCost = { seqScans: [], rows: {} }
    for (const [query, params] of queries) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${query}`,
        params,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) addCost(plan, cost)
    }
    return cost
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
    const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
    cost.rows[table] = (cost.rows[table] ?? 0) + read * node['Actual Loops']
  }
  for (const child of node.Plans ?? []) addCost(child, cost)
}
