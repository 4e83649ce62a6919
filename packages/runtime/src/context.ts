import type { Classifier } from '@doorman/classifier/classifier'
import { openDb, type Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import type { Notify } from '@doorman/notify/notify'
import type { Payments } from '@doorman/payments/payments'
import type { Context } from '@doorman/services/ports/context'
import type { KeyRing } from '@doorman/services/ports/key-ring'
import type { Pictures } from '@doorman/services/ports/pictures'
import type { MailAccess } from '@doorman/services/ports/mail-access'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createJobQueue, type JobQueue } from './jobs/job-queue.ts'
import { createLiveUpdates, type LiveUpdates } from './live-updates/live-updates.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { queueDesk } from './jobs/queue-desk.ts'
import { createSignatures } from './secrets/signatures.ts'
import { createDevices } from './sign-in/devices.ts'
import { createLimits } from './sign-in/limits.ts'
import { createLogin } from './sign-in/login.ts'
import { createPasswords, type PasswordCost } from './sign-in/passwords.ts'
import { createSecondFactors } from './sign-in/second-factors.ts'

export type Runtime = {
  readonly ctx: Context
  readonly jobs: JobQueue
  readonly metrics: Metrics
  readonly liveUpdates: LiveUpdates
  /** Whether the database answers. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens everything that services need: database, job queue and the implementations of the ports.
 */
export async function createRuntime(options: {
  readonly databaseUrl: string
  readonly secret: string
  readonly publicUrl: string
  readonly contactEmail: string
  readonly adminsNeedSecondFactor: boolean
  readonly keyRing: KeyRing
  readonly openMail: (db: Db, logger: Logger) => MailAccess
  readonly classifier: Classifier
  /** Adds a language model. Without it the local model judges alone. */
  readonly openCascades?: (db: Db) => (userId: UserId) => Classifier
  readonly notify: Notify
  /** `null`: Pro cannot be bought. */
  readonly payments: Payments | null
  readonly pictures: Pictures
  readonly logger: Logger
  readonly metrics?: Metrics
  readonly now?: () => Date
  /** For login sessions, if it differs: moving the demo's clock must not sign its users out. */
  readonly sessionNow?: () => Date
  readonly sleep?: (ms: number) => Promise<void>
  readonly passwordCost?: PasswordCost | undefined
}): Promise<Runtime> {
  const { databaseUrl, secret, publicUrl, contactEmail, keyRing, classifier, notify, logger } =
    options
  const now = options.now ?? (() => new Date())
  const { db, pool, close } = openDb(databaseUrl, {
    onIdleError: (err) => logger.warn({ err, event: 'database-connection-lost' }),
  })
  const metrics = options.metrics ?? createMetrics()
  const jobs = await createJobQueue(databaseUrl, logger, { metrics })
  const liveUpdates = createLiveUpdates(databaseUrl, logger)
  const passwords = createPasswords(options.passwordCost)
  return {
    ctx: {
      db,
      jobs,
      queueDesk,
      passwords,
      login: createLogin({ db, now: options.sessionNow ?? now, publicUrl }),
      // Authenticator apps go by the real time, as sessions do.
      secondFactors: createSecondFactors({ now: options.sessionNow ?? now, publicUrl }),
      devices: createDevices({ db, publicUrl, secret }),
      limits: createLimits(pool, secret),
      keyRing,
      mail: options.openMail(db, logger),
      classifier,
      cascadeFor: options.openCascades?.(db) ?? (() => classifier),
      notify: metrics.meterRelay(notify),
      payments: options.payments,
      signatures: createSignatures(secret),
      pictures: options.pictures,
      meter: metrics,
      now,
      report: (err) => logger.error({ err, event: 'non-fatal-error' }),
      sleep: options.sleep ?? ((ms) => setTimeout(ms)),
      contactEmail,
      adminsNeedSecondFactor: options.adminsNeedSecondFactor,
      publicUrl,
    },
    jobs,
    metrics,
    liveUpdates,
    async isReady() {
      return pool.query('select 1').then(
        () => true,
        () => false,
      )
    },
    async close() {
      await liveUpdates.close()
      await jobs.stop()
      await close()
    },
  }
}
