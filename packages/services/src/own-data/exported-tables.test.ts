import * as schema from '@doorman/db/schema'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { exemptTables, exportedTables } from './exported-tables.ts'

const tables: readonly PgTable[] = Object.values(schema).filter((value) => is(value, PgTable))
const names = tables.map(getTableName)

/** Tables whose rows lead to a user, directly or through another table. */
function listPersonalTables(): string[] {
  const personal = new Set(['users', 'contact_messages', 'deleted_users', 'rate_limits'])
  const isPersonal = (table: PgTable) => {
    const { columns, foreignKeys } = getTableConfig(table)
    return (
      columns.some(({ name }) =>
        /^(.*_)?(user|mailbox|decision|payer|session|grant|actor)_id$|^(saved|created)_by$/.test(
          name,
        ),
      ) || foreignKeys.some((key) => personal.has(getTableName(key.reference().foreignTable)))
    )
  }
  for (let before = 0; before < personal.size;) {
    before = personal.size
    for (const table of tables) if (isPersonal(table)) personal.add(getTableName(table))
  }
  // Mailboxes reference it, not the other way round.
  return [...personal, 'grants'].toSorted()
}

test('every table that names a user is exported, or exempt for a reason', () => {
  const exported = exportedTables.map(({ name }) => name)
  const exempt = exemptTables.map(([table]) => getTableName(table))
  expect(exported.filter((name) => exempt.includes(name))).toEqual([])
  expect([...exported, ...exempt].toSorted()).toEqual(listPersonalTables())
  for (const name of [...exported, ...exempt]) expect(names).toContain(name)
  for (const [, reason] of exemptTables) expect(reason.length).toBeGreaterThan(20)
})

test('no exported column holds a secret, and every key is exported', () => {
  // `tokens` counts a language model's tokens. The hashes are keyed, and the key is not exported.
  const harmless = ['tokens', 'addressHash', 'messageHash']
  for (const { name, columns, key } of exportedTables) {
    const secrets = Object.keys(columns).filter(
      (column) =>
        /token|hash|password|secret|key|challenge|verifier|nonce|credential|url$/i.test(column) &&
        !column.endsWith('At') &&
        !harmless.includes(column),
    )
    expect({ name, secrets }).toEqual({ name, secrets: [] })
    for (const column of key) expect(Object.keys(columns)).toContain(column)
  }
})

test('a key identifies each row of an owner', () => {
  for (const { table, owner, key, name } of exportedTables) {
    const { columns, primaryKeys, uniqueConstraints } = getTableConfig(table)
    const property = new Map(Object.entries(getTableColumns(table)).map(([p, c]) => [c.name, p]))
    const unique = [
      ...columns.filter((column) => column.primary || column.isUnique).map((column) => [column]),
      ...primaryKeys.map((constraint) => constraint.columns),
      ...uniqueConstraints.map((constraint) => constraint.columns),
    ].map((group) => group.map((column) => property.get(column.name)))
    const known = [...key, property.get(owner.name)]
    // The unique constraints of these two are in the migrations only.
    if (['decisions', 'emails'].includes(name)) continue
    expect(unique.some((group) => group.every((column) => known.includes(column)))).toBe(true)
  }
})
