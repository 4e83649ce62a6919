import type { Classifier } from '@doorman/classifier/classifier'
import { FakeClassifier } from '@doorman/classifier/testing/fake-classifier'
import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import { FakeNotify } from '@doorman/notify/testing/fake-notify'
import type { Payments } from '@doorman/payments/payments'
import { FakeMailAccess } from '@doorman/services/testing/fake-mail-access'
import { FakePictures } from '@doorman/services/testing/fake-pictures'
import type { MailAccess } from '@doorman/services/ports/mail-access'
import { createRuntime, type Runtime } from '../context.ts'
import type { JobHandler } from '../jobs/job-handler.ts'
import { createKeyRing, type TokenKey } from '../secrets/key-ring.ts'
import { createLogger, type Logger } from '../logger.ts'

export type FakeRuntime = Runtime & {
  readonly notify: FakeNotify
  /** The fake providers, used unless `openMail` is given. */
  readonly mail: FakeMailAccess
  readonly classifier: FakeClassifier
  /** Every log line. */
  readonly logs: string[]
  /** The durations passed to `ctx.sleep`, which returns at once. */
  readonly slept: number[]
  /** Resolves at the next call of `ctx.sleep`. */
  nextSleep(): Promise<void>
  /** Moves the clock forward. */
  advance(ms: number): void
  runJobsUntilIdle(handlers: readonly JobHandler[]): Promise<void>
}

export type FakeRuntimeOptions = {
  readonly publicUrl?: string
  readonly openMail?: (db: Db, logger: Logger) => MailAccess
  readonly classifier?: Classifier
  readonly openCascades?: (db: Db) => (userId: UserId) => Classifier
  /** Without it, Pro cannot be bought. */
  readonly payments?: Payments
  readonly tokenKeys?: readonly [TokenKey, ...TokenKey[]]
  /** As in a service. Without it, admins need no more than a password, as in the demo. */
  readonly adminsNeedSecondFactor?: boolean
}

export const fakeSecret = 'a secret for tests with 32 or more characters'
/** The lowest cost that argon2 allows. */
export const fakePasswordCost = { memory: 8, passes: 1, parallelism: 1 }
export const fakeTokenKey = { version: 1, key: Buffer.alloc(32, 1) }

/** The real runtime and a real database, with fakes for the clock, sleep, emails and providers. */
export async function openFakeRuntime(
  databaseUrl: string,
  options: FakeRuntimeOptions = {},
): Promise<FakeRuntime> {
  const mail = new FakeMailAccess()
  const publicUrl = options.publicUrl ?? 'http://localhost:3000'
  const classifier = new FakeClassifier()
  const notify = new FakeNotify()
  const logs: string[] = []
  const slept: number[] = []
  const sleepWaiters: (() => void)[] = []
  let aheadMs = 0
  const runtime = await createRuntime({
    databaseUrl,
    publicUrl,
    contactEmail: 'operator@example.com',
    adminsNeedSecondFactor: options.adminsNeedSecondFactor ?? false,
    keyRing: createKeyRing(options.tokenKeys ?? [fakeTokenKey]),
    openMail: options.openMail ?? (() => mail),
    classifier: options.classifier ?? classifier,
    ...(options.openCascades && { openCascades: options.openCascades }),
    notify,
    payments: options.payments ?? null,
    pictures: new FakePictures(),
    secret: fakeSecret,
    passwordCost: fakePasswordCost,
    logger: createLogger('info', { write: (line) => void logs.push(line) }),
    now: () => new Date(Date.now() + aheadMs),
    sleep: async (ms) => {
      slept.push(ms)
      for (const wake of sleepWaiters.splice(0)) wake()
    },
  })
  return {
    ...runtime,
    notify,
    mail,
    classifier,
    logs,
    slept,
    nextSleep: () => new Promise((wake) => sleepWaiters.push(wake)),
    advance: (ms) => {
      aheadMs += ms
    },
    runJobsUntilIdle: (handlers) => runtime.jobs.drain(runtime.ctx, handlers),
  }
}
