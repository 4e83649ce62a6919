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
