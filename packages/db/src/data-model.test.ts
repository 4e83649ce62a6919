import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as schema from './schema.ts'

const text = readFileSync(new URL('../../../docs/data-model.md', import.meta.url), 'utf8')
const tables = Object.values(schema).filter((table) => is(table, PgTable))

test('docs/data-model.md describes every table and column with its type, and no other', () => {
  const described = text
    .split('\n### ')
    .slice(1)
    .flatMap((section) => {
      const table = /^`(\w+)`/.exec(section)?.[1]
      const rows = section.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)
      return [...rows].map(([, column, type]) => `${table}.${column} ${type}`)
    })
  expect(described.sort()).toEqual(tables.flatMap(toColumns).sort())
})

test('the diagram in docs/data-model.md shows every reference, and no other', () => {
  const shown = [...text.matchAll(/^ {2}(\w+) \S+ (\w+) : "(\w+)"$/gm)]
  expect(shown.map(([, to, from, column]) => `${from}.${column} -> ${to}`).sort()).toEqual(
    tables.flatMap(toReferences).sort(),
  )
})

function toColumns(table: PgTable): string[] {
  return Object.values(getTableColumns(table)).map((column) => {
    const type = column.getSQLType().replace('timestamp with time zone', 'timestamptz')
    return `${getTableName(table)}.${column.name} ${type}${column.notNull ? '' : ', optional'}`
  })
}

function toReferences(table: PgTable): string[] {
  return getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return `${getTableName(table)}.${columns.map(({ name }) => name).join()} -> ${getTableName(foreignTable)}`
  })
}
