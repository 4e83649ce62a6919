import type { Config } from '@doorman/runtime/config/config'
import type { Logger } from '@doorman/runtime/logger'
import type { PasswordCost } from '@doorman/runtime/sign-in/passwords'
import type { SmtpSink } from '@doorman/simulators/smtp-sink'
import type { World } from '@doorman/simulators/world/world'
import type { Context } from '@doorman/services/ports/context'
import { handlers } from '@doorman/worker/handlers'
import type { Web } from '@doorman/web/serve'
import { schedules } from '@doorman/worker/schedules'
import { importArticles, type Library } from '@doorman/services/blog/import-articles'
import { seedDemo } from '../demo/seed-demo.ts'
import { openDatabase } from './open-database.ts'
import { openRuntime } from './open-runtime.ts'
import { prepareDatabase } from './prepare-database.ts'
import { readLibrary } from './read-library.ts'
import { requireFreePort, serve } from './serve.ts'
import type { Undo } from './undo.ts'

export type Product = {
  /** Emails that the demo's relay received; `null` with a real relay. */
  readonly outbox: SmtpSink | null
  /** The simulated providers of the demo; `null` with real ones. */
  readonly world: World | null
  readonly ctx: Context
}

/**
 * Starts all parts in order and registers with `undo` how to stop them. `testDatabaseUrl` (a
 * database that need not be durable, instead of the configured one), `library`, `passwordCost` and
 * `wrapWeb` are for tests. No environment variable reaches them. `hasHistory`: the demo's user starts
 * with weeks of filtered emails.
 */
export async function startProduct(
  config: Config,
  logger: Logger,
  undo: Undo,
  {
    isDev,
    testDatabaseUrl,
    library,
    passwordCost,
    wrapWeb,
    hasHistory = false,
  }: {
    isDev: boolean
    testDatabaseUrl?: string
    library?: Library
    passwordCost?: PasswordCost
    wrapWeb?: (web: Web) => Web
    hasHistory?: boolean
  },
): Promise<Product> {
  await requireFreePort(config.http)
  const database = testDatabaseUrl
    ? { url: testDatabaseUrl, stop: async () => {} }
    : await openDatabase(config, { mayShare: false })
  await undo.add(() => database.stop())
  await prepareDatabase(database.url, config, { mustBeDurable: !testDatabaseUrl })

  // The simulators are loaded only if something is simulated.
  const demo = config.isDemo
    ? await (await import('../demo/open-demo.ts')).openDemo(config, { hasHistory })
    : null
  const simulated = demo?.simulated
  if (demo) await undo.add(() => demo.close())

  const outbox = config.smtp
    ? null
    : await (await import('../demo/open-outbox.ts')).openOutbox(demo?.clock.now)
  if (outbox) await undo.add(() => outbox.sink.close())

  const runtime = await openRuntime({
    config: simulated
      ? {
          ...config,
          google: simulated.google,
          microsoft: simulated.microsoft,
          stripe: simulated.stripe,
        }
      : config,
    logger,
    databaseUrl: database.url,
    smtpUrl: config.smtp?.url ?? outbox?.smtpUrl ?? '',
    passwordCost,
    now: demo?.clock.now,
  })
  await undo.add(() => runtime.close())
  // Their passwords are public, so they come after the mark that keeps a service off this database.
  if (config.isDemo) await seedDemo(runtime.ctx)
  await importArticles(runtime.ctx, library ?? (await readLibrary(config.blogDir)))

  const extras = { ...outbox?.pages, ...demo?.pages }
  const hosts = simulated?.hosts ?? {}
  const server = await serve({ config, logger, runtime, isDev, extras, hosts, wrapWeb })
  await undo.add(() => server.close())
  await demo?.reconnect(runtime.ctx)
  demo?.letTimePass(runtime.ctx)
  await runtime.jobs.work(runtime.ctx, handlers, schedules)
  return { outbox: outbox?.sink ?? null, world: simulated?.world ?? null, ctx: runtime.ctx }
}
