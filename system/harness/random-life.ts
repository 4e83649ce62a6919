import { minuteMs } from '@doorman/domain/time'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { createRandom, type Random } from '@doorman/simulators/world/random'
import type { openDemo } from './demo.ts'
import { MailboxLife } from './mailbox-life.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

const faults = [
  'server-error',
  'rate-limit',
  'cut',
  'cut-midway',
  'truncated',
  'garbage',
  'applied-then-500',
  'applied-then-cut',
] as const

/**
 * Runs random steps on the mailboxes of two users and checks the invariants at the end. The same
 * seed repeats the same steps. Returns the number of messages.
 */
export async function runRandomLife(
  demo: Demo,
  { provider, seed, steps }: { provider: MailProvider; seed: number; steps: number },
): Promise<number> {
  const { world } = demo
  const random = createRandom(seed)
  const lives = [await MailboxLife.begin(demo, provider), await MailboxLife.begin(demo, provider)]
  for (let count = 0; count < steps; count += 1) {
    const life = lives[random.below(lives.length)]
    if (life) await pick(random, toSteps(demo, life, random, provider))()
  }
  world.faults.clear()
  world.pushDelivery.setFaults()
  for (const life of lives) await life.setPaused(false)
  for (let round = 0; round < 4; round += 1) {
    for (const life of lives) await life.sync()
    await advance(demo, 20 * minuteMs)
  }
  for (const life of lives) await life.check()
  return lives.reduce((sum, { size }) => sum + size, 0)
}

function toSteps(
  demo: Demo,
  life: MailboxLife,
  random: Random,
  provider: MailProvider,
): readonly (() => Promise<void> | void)[] {
  const { world } = demo
  const frequent = [
    () => life.receive('pitch'),
    () => life.receive(pick(random, ['question', 'acquaintance', 'whitelisted'])),
    () => life.act(pick(random, ['restore', 'spam', 'undo']), random),
    () => life.sync(),
    () => advance(demo, pick(random, [2_000, minuteMs, 20 * minuteMs])),
    () =>
      world.faults.push({
        provider: provider === 'gmail' ? 'google' : 'microsoft',
        match: isRetryableCall,
        effect: pick(random, faults),
        skip: random.below(25),
        // 8 is more than a call's immediate retries.
        times: pick(random, [1, 8]),
      }),
  ]
  const rare = [
    () => life.moveAsUser(random),
    () => life.setPaused(random.below(2) === 0),
    () => life.loseCursor(),
    () =>
      world.pushDelivery.setFaults({
        drop: random.below(2) === 0,
        copies: 1 + random.below(3),
        reorder: random.below(2) === 0,
      }),
  ]
  const once = random.below(20) === 0 ? [() => life.disconnect()] : []
  return [...frequent, ...frequent, ...rare, ...once]
}

/**
 * Excludes Google's signing keys. They are fetched while the clock advances, and waiting there for a
 * retry delay on the same clock would deadlock.
 */
function isRetryableCall({ url }: Request): boolean {
  return !url.endsWith('/certs')
}

/** Advances the clock and runs every job, delayed ones included. */
async function advance(demo: Demo, ms: number): Promise<void> {
  await demo.clock.advance(ms)
  demo.advance(ms)
  await demo.ctx.db.execute("update pgboss.job set start_after = now() where state < 'active'")
  await demo.runJobsUntilIdle()
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
