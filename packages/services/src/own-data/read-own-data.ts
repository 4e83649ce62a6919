import type { Db } from '@doorman/db/client'
import { customers, mailboxes } from '@doorman/db/schema'
import type { UserId } from '@doorman/domain/ids'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { exportedTables, type ExportedTable } from './exported-tables.ts'

type Row = Readonly<Record<string, unknown>>

export type TableOfRows = {
  readonly name: string
  readonly columns: readonly string[]
  readonly batches: AsyncIterable<readonly Row[]>
}

const batchSize = 1_000

/**
 * Passes everything that is held about a user to `write`, a batch at a time, so that the memory it
 * takes does not depend on how much there is. One snapshot of the database: a change during the
 * export is in all tables or in none.
 */
export async function readOwnData(
  { db }: Context,
  userId: UserId,
  write: (tables: AsyncIterable<TableOfRows>) => Promise<void>,
): Promise<void> {
  await db.transaction((tx) => write(readTables(tx, userId)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function* readTables(tx: Db, userId: UserId): AsyncGenerator<TableOfRows> {
  const ownMailboxes = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(eq(mailboxes.userId, userId))
  const payers = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.userId, userId))
  const owners = {
    user: [userId],
    mailbox: ownMailboxes.map(({ id }) => id),
    payer: payers.map(({ id }) => id),
  }
  for (const exported of exportedTables) {
    const { name, ownedBy, columns } = exported
    yield {
      name,
      columns: Object.keys(columns),
      batches: readBatches(tx, exported, owners[ownedBy]),
    }
  }
}

async function* readBatches(
  tx: Db,
  { table, columns, owner, key }: ExportedTable,
  ownerIds: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const keyColumns = key.flatMap((name) => columns[name] ?? [])
  for (const ownerId of ownerIds) {
    let last: Row | undefined
    do {
      const rows: Row[] = await tx
        .select(columns)
        .from(table)
        .where(and(eq(owner, ownerId), last && isAfter(key, keyColumns, last)))
        .orderBy(...keyColumns.map((column) => asc(column)))
        .limit(batchSize)
      yield rows.map(toPlain)
      last = rows.length < batchSize ? undefined : rows.at(-1)
    } while (last)
  }
}

/** Hashes as text: neither JSON nor CSV has bytes. */
function toPlain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]),
  )
}

/** Pages by key: each page continues after the last row of the one before it, by an index. */
function isAfter(key: readonly string[], keyColumns: readonly unknown[], last: Row): SQL {
  const join = (parts: readonly unknown[]) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    )
  return sql`(${join(keyColumns)}) > (${join(key.map((name) => last[name]))})`
}
