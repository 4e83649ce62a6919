import { findUnsafeSettings } from '@doorman/db/durability'
import { migrate } from '@doorman/db/migrate'
import { ConfigError, type Config } from '@doorman/runtime/config'
import type { Logger } from '@doorman/runtime/logger'
import { outboxPage } from '@doorman/simulators/outbox-page'
import { stylesheet } from '@doorman/simulators/page'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import type { World } from '@doorman/simulators/world/world'
import type { Context } from '@doorman/services/context'
import { handlers, schedules } from '@doorman/worker/handlers'
import { importArticles, type Library } from '@doorman/services/blog/import-articles'
import { seedDemo } from './demo.ts'
import { openDatabase } from './open-database.ts'
import { openRuntime } from './open-runtime.ts'
import { readLibrary } from './read-library.ts'
import { reconnectSimulated } from './reconnect-simulated.ts'
import { serve } from './serve.ts'
import { simulateProviders } from './simulated-providers.ts'
import type { Undo } from './undo.ts'

export type Product = {
  /** What the demo's relay has taken; `null` with a real one. */
  readonly outbox: SmtpSink | null
  /** The demo's simulated mailboxes; `null` with a real provider. */
  readonly world: World | null
  readonly ctx: Context
}

/**
 * Brings everything up in order; `undo` takes it down again. Tests alone may
 * lose data, or bring a blog of their own.
 */
export async function startProduct(
  config: Config,
  logger: Logger,
  undo: Undo,
  {
    isDev,
    mayLoseData = false,
    library,
  }: { isDev: boolean; mayLoseData?: boolean; library?: Library },
): Promise<Product> {
  const database = await openDatabase(config, { mayShare: false })
  await undo.add(() => database.stop())
  if (!mayLoseData) await demandDurability(database.url)
  await migrate(database.url)

  const outbox = config.smtp ? null : new SmtpSink()
  const smtpUrl = config.smtp?.url ?? (await outbox?.listen()) ?? ''
  if (outbox) await undo.add(() => outbox.close())

  const simulated = config.isDemo ? simulateProviders(config.http.publicUrl) : null
  const stopClock = simulated?.world.clock.followRealTime()
  if (stopClock) await undo.add(async () => stopClock())

  const runtime = await openRuntime({
    config: simulated
      ? { ...config, google: simulated.google, microsoft: simulated.microsoft }
      : config,
    logger,
    databaseUrl: database.url,
    smtpUrl,
  })
  await undo.add(() => runtime.close())
  // Everybody knows these passwords, so they go into a database of our own and no other.
  if (config.isDemo && (!config.database || mayLoseData)) await seedDemo(runtime.ctx)
  await importArticles(runtime.ctx, library ?? (await readLibrary()))

  const extras = {
    ...(outbox && { '/dev/outbox': outboxPage(outbox) }),
    ...((outbox ?? simulated) && { '/dev/simulators.css': stylesheet }),
  }
  const hosts = simulated?.hosts ?? {}
  const server = await serve({ config, logger, runtime, isDev, extras, hosts })
  await undo.add(() => server.close())
  if (simulated) await reconnectSimulated(runtime.ctx, simulated)
  await runtime.jobs.work(runtime.ctx, handlers, schedules)
  return { outbox, world: simulated?.world ?? null, ctx: runtime.ctx }
}

async function demandDurability(url: string): Promise<void> {
  const unsafe = await findUnsafeSettings(url)
  if (unsafe.length > 0)
    throw new ConfigError(
      `The database could lose what it has confirmed: ${unsafe.join(', ')} must be on.`,
    )
}
