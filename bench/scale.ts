import { migrate } from '@doorman/db/migrate'
import { startTestServer } from '@doorman/db/testing/test-postgres'
import { openFakeRuntime } from '@doorman/runtime/testing/fake-runtime'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import pg from 'pg'
import { measureMessageCosts, type MessageCosts } from './scale/cost-per-message.ts'
import { drawLineChart, type LineChart } from './scale/line-chart.ts'
import { measureScreens, toSeries } from './scale/screens.ts'
import { loadSeededUserId, seedDecisions, seedMailboxes } from './scale/seed.ts'
import { measureDeletion, measureSweep } from './scale/upkeep.ts'
import { printTable } from './screening/print-table.ts'

const decisionSizes = [1_000, 10_000, 100_000, 1_000_000]
const mailboxSizes = [10, 100, 1_000, 10_000]
const figures = new URL('../docs/figures/', import.meta.url)

/**
 * Measures what grows with the number of mailboxes and decisions, and what does not. Draws the figures
 * of docs/scaling.md. Takes about ten minutes.
 */
export async function benchScale(): Promise<void> {
  await mkdir(figures, { recursive: true })
  console.log(`Load average at the start: ${loadavg()[0]?.toFixed(1)}\n`)
  await benchTables()
  await benchMessages()
}

async function benchTables(): Promise<void> {
  // Durable, on the disk, as an operator runs it.
  const postgres = await startTestServer({ isDurable: true })
  const db = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await migrate(postgres.url)
  const { ctx, close } = await openFakeRuntime(postgres.url)
  try {
    await seedMailboxes(db, 0, 9_999)
    const userId = await loadSeededUserId(db, 0)
    const bySize = new Map<number, ReadonlyMap<string, number>>()
    let seeded = 0
    for (const size of decisionSizes) {
      await seedDecisions(db, { from: seeded + 1, to: size, mailboxCount: 9_999 })
      seeded = size
      bySize.set(size, await measureScreens(ctx, userId))
    }
    await reportScreens(bySize)
    await reportSizes(db)
    const sweep = await measureSweep(ctx, db)
    const deletion = await measureDeletion(ctx, db)
    console.log(
      `${sweep.mailboxes} mailboxes due at once: enqueued in ${sweep.seconds.toFixed(1)} s, ${sweep.ownCoreSeconds.toFixed(1)} s of CPU.`,
    )
    console.log(
      `${deletion.rows} expired decisions: deleted by ${deletion.jobs} jobs in ${deletion.seconds.toFixed(0)} s, ${(deletion.rows / deletion.seconds).toFixed(0)} a second.\n`,
    )
  } finally {
    await close()
    await db.end()
    await postgres.stop()
  }
}

async function reportScreens(
  bySize: ReadonlyMap<number, ReadonlyMap<string, number>>,
): Promise<void> {
  const series = toSeries(bySize)
  printTable(
    ['Fastest of nine, ms, by all decisions; a tenth are the user’s', ...decisionSizes.map(String)],
    series.map(({ name, points }) => [name, ...points.map(([, ms]) => ms.toFixed(1))]),
  )
  await draw('screens.svg', {
    title: 'What a screen waits for its data',
    sizeLabel: 'decisions of all users; a tenth are the user’s own',
    costLabel: 'milliseconds',
    series,
  })
}

async function reportSizes(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ name: string; size: string; bytes: string }>(
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size,
       (pg_relation_size(oid) / (select count(*) from decisions))::text as bytes
     from pg_class where oid = 'decisions'::regclass
       or oid in (select indexrelid from pg_index where indrelid = 'decisions'::regclass)
     order by pg_relation_size(oid) desc`,
  )
  printTable(
    ['Table and indexes of decisions', 'size', 'bytes per decision'],
    rows.map(({ name, size, bytes }) => [name, size, bytes]),
  )
}

async function benchMessages(): Promise<void> {
  const costs = await measureMessageCosts(mailboxSizes)
  const toRow = (situation: 'alone' | 'inBursts') => (one: MessageCosts) => {
    const { statements, transactions, workerMs, databaseMs } = one[situation]
    return [
      `${one.mailboxes} mailboxes, ${situation === 'alone' ? 'alone' : '10 at once'}`,
      ...[statements, transactions, workerMs, databaseMs].map((value) => value.toFixed(1)),
    ]
  }
  printTable(
    ['A message', 'statements', 'transactions', 'worker ms', 'PostgreSQL ms'],
    [...costs.map(toRow('alone')), ...costs.map(toRow('inBursts'))],
  )
  const toLine = (name: string, toCost: (one: MessageCosts) => number) => ({
    name,
    points: costs.map((one) => [one.mailboxes, toCost(one)] as const),
  })
  await draw('cost-per-message.svg', {
    title: 'What a message costs',
    sizeLabel: 'mailboxes in the database',
    costLabel: 'milliseconds of CPU',
    series: [
      toLine('worker, alone', ({ alone }) => alone.workerMs),
      toLine('PostgreSQL, alone', ({ alone }) => alone.databaseMs),
      toLine('worker, 10 at once', ({ inBursts }) => inBursts.workerMs),
      toLine('PostgreSQL, 10 at once', ({ inBursts }) => inBursts.databaseMs),
    ],
  })
  await draw('statements-per-message.svg', {
    title: 'What a message asks of PostgreSQL',
    sizeLabel: 'mailboxes in the database',
    costLabel: 'per message',
    series: [
      toLine('statements, alone', ({ alone }) => alone.statements),
      toLine('transactions, alone', ({ alone }) => alone.transactions),
      toLine('statements, 10 at once', ({ inBursts }) => inBursts.statements),
      toLine('transactions, 10 at once', ({ inBursts }) => inBursts.transactions),
    ],
  })
}

async function draw(name: string, chart: LineChart): Promise<void> {
  await writeFile(new URL(name, figures), drawLineChart(chart))
}
