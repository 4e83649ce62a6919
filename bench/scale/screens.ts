import type { DecisionId, UserId } from '@doorman/domain/ids'
import { listActivityDays } from '@doorman/services/activity/list-activity-days'
import { listActivity } from '@doorman/services/activity/list-activity'
import { loadDashboardStats } from '@doorman/services/dashboard/load-dashboard-stats'
import { listFilteredEmails } from '@doorman/services/filtered-emails/list-filtered-emails'
import type { Actor } from '@doorman/services/ports/actor'
import type { Context } from '@doorman/services/ports/context'
import type { Series } from './line-chart.ts'

const runs = 9

/** Measures the queries of each screen, for the user with a tenth of all decisions. */
export async function measureScreens(
  ctx: Context,
  userId: string,
): Promise<ReadonlyMap<string, number>> {
  const actor: Actor = { userId: userId as UserId, sessionId: 'bench' }
  const list = (query: { search?: string; cursor?: DecisionId; limit?: number }) =>
    listFilteredEmails(ctx, actor, { limit: 50, ...query })
  const all = await list({ limit: 100_000 })
  const deep = all[Math.floor(all.length * 0.9)]?.id
  // The sender of the last email in the list, so a search has to read far.
  const rare = all.at(-1)?.senderAddress ?? ''
  const screens: Readonly<Record<string, () => Promise<unknown>>> = {
    'list, first page': () => list({}),
    'list, deep page': () => list(deep ? { cursor: deep } : {}),
    'search, common': () => list({ search: 'question' }),
    'search, rare': () => list({ search: rare }),
    'search, nothing found': () => list({ search: 'giraffe' }),
    activity: async () => {
      await listActivityDays(ctx, actor, {})
      await listActivity(ctx, actor, { limit: 50 })
    },
    dashboard: () => loadDashboardStats(ctx, actor, { timeRange: 'all' }),
  }
  const costs = new Map<string, number>()
  for (const [name, load] of Object.entries(screens)) costs.set(name, await measureFastest(load))
  return costs
}

/** The fastest run: other programs on the machine slowed the others down. */
async function measureFastest(load: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  await load()
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await load()
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}

/** One line per screen, from the measurements at each size. */
export function toSeries(
  bySize: ReadonlyMap<number, ReadonlyMap<string, number>>,
): readonly Series[] {
  const names = [...([...bySize.values()][0]?.keys() ?? [])]
  return names.map((name) => ({
    name,
    points: [...bySize].map(([size, costs]) => [size, costs.get(name) ?? NaN] as const),
  }))
}
