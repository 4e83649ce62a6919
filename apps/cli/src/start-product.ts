import { findUnsafeSettings } from '@doorman/db/durability'
import { migrate } from '@doorman/db/migrate'
import { ConfigError, type Config } from '@doorman/runtime/config'
import type { createLogger } from '@doorman/runtime/logger'
import { outboxPage } from '@doorman/simulators/outbox-page'
import { stylesheet } from '@doorman/simulators/page'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { handlers, schedules } from '@doorman/worker/handlers'
import { seedDemo } from './demo.ts'
import { openDatabase } from './open-database.ts'
import { openRuntime } from './open-runtime.ts'
import { loadSecret } from './secret.ts'
import { serve } from './serve.ts'

export type Product = {
  /** What the demo's relay has taken; `null` with a real one. */
  readonly outbox: SmtpSink | null
  stop(): Promise<void>
}

/**
 * Brings everything up in order, and takes it down in the opposite one. What
 * had started before a step failed is stopped again. Tests alone may lose data.
 */
export async function startProduct(
  config: Config,
  logger: ReturnType<typeof createLogger>,
  { isDev, mayLoseData = false }: { isDev: boolean; mayLoseData?: boolean },
): Promise<Product> {
  const started: (() => Promise<void>)[] = []
  async function stop(): Promise<void> {
    for (const step of started.splice(0).reverse()) await step()
  }

  try {
    const database = await openDatabase(config, { mayShare: false })
    started.push(() => database.stop())
    if (!mayLoseData) await demandDurability(database.url)
    await migrate(database.url)

    const outbox = config.smtp ? null : new SmtpSink()
    const smtpUrl = config.smtp?.url ?? (await outbox?.listen()) ?? ''
    if (outbox) started.push(() => outbox.close())

    const runtime = await openRuntime({
      config,
      logger,
      databaseUrl: database.url,
      secret: config.secret ?? (await loadSecret(config.dataDir)),
      smtpUrl,
    })
    started.push(() => runtime.close())
    if (config.isDemo) await seedDemo(runtime.ctx)

    const server = await serve({
      config,
      logger,
      runtime,
      isDev,
      extras: outbox
        ? { '/dev/outbox': outboxPage(outbox), '/dev/simulators.css': stylesheet }
        : {},
    })
    started.push(() => server.close())
    await runtime.jobs.work(runtime.ctx, handlers, schedules)
    return { outbox, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function demandDurability(url: string): Promise<void> {
  const unsafe = await findUnsafeSettings(url)
  if (unsafe.length > 0)
    throw new ConfigError(
      `The database could lose what it has confirmed: ${unsafe.join(', ')} must be on.`,
    )
}
