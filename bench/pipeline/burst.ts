import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { answerTimeoutMs, sendCommand, type Mix } from './world.ts'

/** As many messages per mailbox as Gmail's quota allows without a wait. */
export const burstSize = 10

/** `tookMs`: until every message was decided and every cold one had our label. */
export type Burst = { readonly messages: number; readonly tookMs: number }

/** Every mailbox gets some messages, all at once. */
export async function runBurst(
  world: ChildProcess,
  db: pg.Pool,
  mix: Mix,
  perMailbox = burstSize,
): Promise<Burst> {
  const startedAt = performance.now()
  const { messages } = await waitUntilDecided(db, () =>
    sendCommand(world, { do: 'flood', perMailbox, ...mix }),
  )
  return { messages, tookMs: performance.now() - startedAt }
}

/** Waits until as many messages are decided as `deliver` has delivered. */
export async function waitUntilDecided<Delivered extends { readonly messages: number }>(
  db: pg.Pool,
  deliver: () => Promise<Delivered>,
): Promise<Delivered> {
  const before = await countDecided(db)
  const delivered = await deliver()
  const signal = AbortSignal.timeout(answerTimeoutMs)
  while ((await countDecided(db)) < before + delivered.messages)
    await sleep(20, undefined, { signal })
  return delivered
}

async function countDecided(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from decisions')
  return Number(rows[0]?.count)
}
