import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from './schema.ts'
import { openTestDb } from './testing/test-db.ts'

const db = await openTestDb()

test('schema.ts matches the tables that the migrations create', async () => {
  const { rows } = await db.execute<{ name: string; type: string; required: boolean }>(`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'NO' as required
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'migrations'
  `)
  expect(declared().sort()).toEqual(
    rows.map(({ name, type, required }) => `${name} ${type}${required ? ' required' : ''}`).sort(),
  )
})

const postgresTypes: Record<string, string> = {
  PgUUID: 'uuid',
  PgText: 'text',
  PgBoolean: 'bool',
  PgInteger: 'int4',
  PgBigInt53: 'int8',
  PgTimestamp: 'timestamptz',
  PgDateString: 'date',
  PgDoublePrecision: 'float8',
  PgJsonb: 'jsonb',
  PgArray: '_text',
  PgCustomColumn: 'bytea',
}

function declared(): string[] {
  return Object.values(schema)
    .filter((table) => is(table, Table))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => {
        const type = postgresTypes[column.columnType] ?? column.columnType
        return `${getTableName(table)}.${column.name} ${type}${column.notNull ? ' required' : ''}`
      }),
    )
}

test('every reference has an index, so that deleting a row does not read whole tables', async () => {
  const { rows } = await db.execute<{ name: string }>(`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null
          or pg_get_expr(indpred, indrelid) = '(' || quote_ident(attname) || ' IS NOT NULL)'))
    order by name`)
  // The blog is small.
  expect(rows).toEqual([{ name: 'posts.author_id' }, { name: 'slug_redirects.post_id' }])
})
