import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '../pipeline/connect.ts'
import { openService, type Service } from '../pipeline/service.ts'
import { createMeter, perMessage, withoutIdle, type Meter, type Usage } from '../pipeline/usage.ts'
import { answerTimeoutMs, sendCommand } from '../pipeline/world.ts'
import { seedDecisions, seedMailboxes } from './seed.ts'

const perProvider = 5
const connectedCount = 2 * perProvider
const decisionsPerMailbox = 20
const idleMs = 10_000

export type MessageCosts = {
  readonly mailboxes: number
  readonly alone: Usage
  readonly inBursts: Usage
}

/**
 * Measures the cost of a message while the database holds this many mailboxes. Ten of them are
 * connected to the simulated providers and get the messages; the others are only rows.
 */
export async function measureMessageCosts(sizes: readonly number[]): Promise<MessageCosts[]> {
  const service = await openService()
  const db = new pg.Pool({ connectionString: service.observerUrl, max: 1 })
  const costs: MessageCosts[] = []
  try {
    const worker = service.startWorker()
    await connectMailboxes(service, db)
    await waitForMessages(service, db, { do: 'flood', perMailbox: 10, coldOneIn: 10 })
    const meter = createMeter(service, db, [worker])
    let seeded = 0
    for (const mailboxes of sizes) {
      await seedUpTo(db, seeded, mailboxes - connectedCount)
      seeded = mailboxes - connectedCount
      costs.push({ mailboxes, ...(await measureBoth(service, db, meter)) })
    }
  } finally {
    await db.end()
    await service.stop()
  }
  return costs
}

async function connectMailboxes({ publicUrl, world }: Service, db: pg.Pool): Promise<void> {
  const owners = await sendCommand(world, { do: 'add-mailboxes', perProvider })
  for (const [index, owner] of owners.entries()) await connect(publicUrl, owner, index)
  await waitUntil(async () => {
    const { rows } = await db.query(
      `select from mailboxes where sync_status <> 'synced' union all
       select from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'
         and (name like 'sync-mailbox%' or name like 'index-correspondents%' or name = 'paint-cover')`,
    )
    return rows.length === 0
  })
}

async function seedUpTo(db: pg.Pool, before: number, count: number): Promise<void> {
  if (count <= before) return
  // Mailbox 0 gets a tenth of the decisions: see `seedDecisions`.
  await seedMailboxes(db, before === 0 ? 0 : before, count - 1)
  await seedDecisions(db, {
    from: before * decisionsPerMailbox + 1,
    to: count * decisionsPerMailbox,
    mailboxCount: Math.max(1, count - 1),
  })
  await db.query('vacuum analyze')
}

async function measureBoth(
  service: Service,
  db: pg.Pool,
  meter: Meter,
): Promise<Pick<MessageCosts, 'alone' | 'inBursts'>> {
  const idle = await meter.measure(() => sleep(idleMs))
  const measureMessages = async (command: Parameters<typeof waitForMessages>[2]) => {
    const { result, used, tookMs } = await meter.measure(() =>
      waitForMessages(service, db, command),
    )
    return perMessage(withoutIdle(used, idle.used, tookMs / idle.tookMs), result)
  }
  return {
    alone: await measureMessages({ do: 'trickle', perProvider: 20, everyMs: 400, coldOneIn: 10 }),
    inBursts: await measureMessages({ do: 'flood', perMailbox: 10, coldOneIn: 10 }),
  }
}

/** Delivers messages, waits until all of them are decided, and returns how many there were. */
async function waitForMessages(
  { world }: Service,
  db: pg.Pool,
  command: Parameters<typeof sendCommand<'flood' | 'trickle'>>[1],
): Promise<number> {
  const before = await countProcessed(db)
  const { messages } = await sendCommand(world, command)
  await waitUntil(async () => (await countProcessed(db)) >= before + messages)
  return messages
}

/** Counts only connected mailboxes. Counting all decisions would cost more than the messages. */
async function countProcessed(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ sum: string | null }>(
    `select sum(processed) from daily_counts
     where mailbox_id in (select id from mailboxes where provider_account_id not like 'seeded%')`,
  )
  return Number(rows[0]?.sum ?? 0)
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  while (!(await isDone())) await sleep(200, undefined, { signal })
}
