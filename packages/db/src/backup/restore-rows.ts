import { AppError } from '@doorman/domain/app-error'
import { sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { readBackup, type Backup } from './backup-file.ts'

/** What is sent to the database at once. */
const batchChars = 4_000_000
const batchRows = 500

/** Rows that the migrations themselves create. */
const seededTables: readonly string[] = ['job_totals', 'settings']

/** A table of ours that has rows, or `null` if a backup can be restored here. */
export async function findFilledTable(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`)
  for (const { name } of rows) {
    if (name === 'migrations' || seededTables.includes(name)) continue
    const { rows: found } = await db.execute(sql`select from ${sql.identifier(name)} limit 1`)
    if (found.length > 0) return name
  }
  return null
}

/**
 * Inserts all rows of a backup in the given transaction. Triggers are off in it: what they would
 * compute is in the backup.
 */
export async function restoreRows(tx: Db, file: string, backup: Backup): Promise<void> {
  const { tables } = backup.header
  for (const table of tables) {
    await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`)
    if (seededTables.includes(table)) await tx.execute(sql`delete from ${sql.identifier(table)}`)
  }
  // A service may have been started after the first look. `alter table` has now locked the tables
  // against writes until the commit, so if they are still empty, its rows cannot mix with these.
  const filled = await findFilledTable(tx)
  if (filled !== null) throw notEmpty(filled)
  let batch: { table: string; rows: string[]; chars: number } = { table: '', rows: [], chars: 0 }
  const flush = async (next: string) => {
    if (batch.rows.length > 0) await insert(tx, batch.table, batch.rows)
    batch = { table: next, rows: [], chars: 0 }
  }
  await readBackup(file, async (table, row) => {
    if (table !== batch.table || batch.chars > batchChars || batch.rows.length >= batchRows)
      await flush(table)
    batch.rows.push(row)
    batch.chars += row.length
  })
  await flush('')
  for (const table of tables) {
    await requireCount(tx, table, backup.tables[table]?.rows ?? 0)
    await continueIdentities(tx, table)
    await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`)
  }
}

export function notEmpty(table: string): AppError {
  return new AppError(
    'conflict',
    `The database is not empty: ${table} has rows. Restore into a new one. Nothing was changed.`,
  )
}

async function insert(tx: Db, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.identifier(table)
  const columns = sql.join(
    (await listColumns(tx, table)).map(({ name: column }) => sql.identifier(column)),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::jsonb)`)
}

type Column = { readonly name: string; readonly isIdentity: boolean }

async function listColumns(tx: Db, table: string): Promise<Column[]> {
  const { rows } = await tx.execute<Column>(sql`
    select attname as name, attidentity <> '' as "isIdentity" from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' order by attnum`)
  return rows
}

/** Lets the ids of new rows continue after the restored ones. */
async function continueIdentities(tx: Db, table: string): Promise<void> {
  for (const { name, isIdentity } of await listColumns(tx, table))
    if (isIdentity)
      await tx.execute(sql`
        select setval(pg_get_serial_sequence(${table}, ${name}), max(${sql.identifier(name)}))
        from ${sql.identifier(table)}`)
}

/** Throws unless the table has as many rows as the backup. */
async function requireCount(tx: Db, table: string, expected: number): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  )
  const count = rows[0]?.count
  if (count !== expected) throw new Error(`${table} has ${count} rows instead of ${expected}`)
}
