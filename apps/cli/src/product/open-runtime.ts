import type { Classifier } from '@doorman/classifier/classifier'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createSmtpNotify } from '@doorman/notify/smtp'
import type { Config } from '@doorman/runtime/config/config'
import { createRuntime, type Runtime } from '@doorman/runtime/context'
import type { Logger } from '@doorman/runtime/logger'
import { createMailAccess } from '@doorman/runtime/mail/mail-access'
import { createMetrics } from '@doorman/runtime/metrics/metrics'
import { createPictures } from '@doorman/runtime/pictures/create-pictures'
import type { PasswordCost } from '@doorman/runtime/sign-in/passwords'
import { createTransport } from '@doorman/runtime/mail/transport'
import { createKeepAliveFetch } from '@doorman/mail/http/keep-alive-fetch'
import { renderWithTemplates } from './mail-renderer.ts'
import { requireTokenKeys } from './require-token-keys.ts'
import { loadKeyRing, loadSecret } from './secrets.ts'

/** Builds the runtime from the config. In the demo, the config holds the simulators' addresses. */
export async function openRuntime(options: {
  readonly config: Config
  readonly logger: Logger
  readonly databaseUrl: string
  readonly smtpUrl: string
  readonly passwordCost?: PasswordCost | undefined
  /** The demo's time. Login sessions follow the real time. */
  readonly now?: (() => Date) | undefined
}): Promise<Runtime> {
  const { config, logger, databaseUrl, smtpUrl, passwordCost, now } = options
  const { publicUrl } = config.http
  const secret = await loadSecret(config)
  const keyRing = await loadKeyRing(config)
  const notify = createSmtpNotify({
    url: smtpUrl,
    from: config.mailFrom,
    render: renderWithTemplates,
  })
  const metrics = createMetrics()
  if (config.metrics) metrics.watchProcess()
  const transport = createTransport(now)
  const local = loadWhenAsked(loadLocalModel)
  const { languageModel, stripe } = config
  // Loaded only if configured: each of them takes megabytes.
  const cascades =
    languageModel && (await import('@doorman/runtime/language-model/cascades')).createCascades
  const payments =
    stripe && (await import('@doorman/payments/stripe/stripe-payments')).createStripePayments
  const runtime = await createRuntime({
    databaseUrl,
    secret,
    publicUrl,
    contactEmail: config.contactEmail,
    adminsNeedSecondFactor: !config.isDemo,
    keyRing,
    openMail: (db) =>
      createMailAccess({
        db,
        keyRing,
        secret,
        publicUrl,
        google: config.google,
        microsoft: config.microsoft,
        transport: { ...transport, fetch: createKeepAliveFetch() },
        logger,
        metrics,
      }),
    classifier: local,
    ...(languageModel &&
      cascades && {
        openCascades: (db) => cascades({ db, local, transport, config: languageModel }),
      }),
    notify,
    payments:
      stripe &&
      payments &&
      payments({ ...stripe, fetch: transport.fetch, now: transport.clock.now }),
    pictures: createPictures(),
    logger,
    metrics,
    passwordCost,
    ...(now && { now, sessionNow: () => new Date() }),
  })
  const close = async () => {
    await runtime.close()
    notify.close()
  }
  try {
    await requireTokenKeys(runtime.ctx)
  } catch (error) {
    await close()
    throw error
  }
  return { ...runtime, close }
}

/** Loads the local model with the first message, because a web process never judges any. */
function loadWhenAsked(load: () => Classifier): Classifier {
  let loaded: Classifier | undefined
  return { classify: (message) => (loaded ??= load()).classify(message) }
}
