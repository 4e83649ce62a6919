import type { Provider } from '@doorman/domain/mailbox'
import { createChance, type Chance } from '@doorman/simulators/world/chance'
import type { openDemo } from './fake-demo.ts'
import { Life } from './fake-life.ts'

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
const minuteMs = 60_000

/** Two users in one world, to whom anything may happen in any order, and the invariants at the end. A seed tells the same story again. Gives how many letters it had. */
export async function liveByChance(
  demo: Demo,
  { provider, seed, steps }: { provider: Provider; seed: number; steps: number },
): Promise<number> {
  const { world } = demo
  const chance = createChance(seed)
  const lives = [await Life.begin(demo, provider), await Life.begin(demo, provider)]
  for (let count = 0; count < steps; count += 1) {
    const life = lives[chance.below(lives.length)]
    if (life) await pick(chance, toActs(demo, life, chance, provider))()
  }
  world.faults.clear()
  world.courier.behave()
  for (const life of lives) await life.setPaused(false)
  for (let round = 0; round < 4; round += 1) {
    for (const life of lives) await life.look()
    await pass(demo, 20 * minuteMs)
  }
  for (const life of lives) await life.check()
  return lives.reduce((sum, { size }) => sum + size, 0)
}

function toActs(
  demo: Demo,
  life: Life,
  chance: Chance,
  provider: Provider,
): readonly (() => Promise<void> | void)[] {
  const { world } = demo
  const often = [
    () => life.receive('pitch'),
    () => life.receive(pick(chance, ['question', 'acquaintance', 'whitelisted'])),
    () => life.say(pick(chance, ['restore', 'spam', 'undo']), chance),
    () => life.look(),
    () => pass(demo, pick(chance, [2_000, minuteMs, 20 * minuteMs])),
    () =>
      world.faults.push({
        provider: provider === 'gmail' ? 'google' : 'microsoft',
        match: isMailCall,
        make: pick(chance, faults),
        skip: chance.below(25),
        // More of them than a call is tried at once, too.
        times: pick(chance, [1, 8]),
      }),
  ]
  const seldom = [
    () => life.moveByHand(chance),
    () => life.setPaused(chance.below(2) === 0),
    () => life.loseHistory(),
    () =>
      world.courier.behave({
        drop: chance.below(2) === 0,
        copies: 1 + chance.below(3),
        reorder: chance.below(2) === 0,
      }),
  ]
  const once = chance.below(20) === 0 ? [() => life.disconnect()] : []
  return [...often, ...often, ...seldom, ...once]
}

/** A notice is verified while the clock moves: a pause before the next try would wait for itself. */
function isMailCall({ url }: Request): boolean {
  return !url.endsWith('/certs')
}

/** Every job that waits for its time is done, too. */
async function pass(demo: Demo, ms: number): Promise<void> {
  await demo.clock.advance(ms)
  demo.advance(ms)
  await demo.ctx.db.execute("update pgboss.job set start_after = now() where state < 'active'")
  await demo.settle()
}

function pick<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[chance.below(items.length)]
  if (item === undefined) throw new Error('There is nothing to pick')
  return item
}
