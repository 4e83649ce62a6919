import type { Classifier } from '@doorman/classifier/classifier'
import { FakeClassifier } from '@doorman/classifier/fake-classifier'
import type { Db } from '@doorman/db/client'
import type { UserId } from '@doorman/domain/ids'
import { FakeNotify } from '@doorman/notify/fake-notify'
import { FakeMailAccess } from '@doorman/services/fake-mail-access'
import { FakePictures } from '@doorman/services/fake-pictures'
import type { MailAccess } from '@doorman/services/mail-access'
import { createRuntime, type Runtime } from './context.ts'
import type { JobHandler } from './job-queue.ts'
import { createKeyRing, type TokenKey } from './key-ring.ts'
import { createLogger } from './logger.ts'

export type FakeRuntime = Runtime & {
  readonly notify: FakeNotify
  /** The providers, as far as nothing else was given to open them with. */
  readonly mail: FakeMailAccess
  readonly classifier: FakeClassifier
  /** Every log line, as written. */
  readonly logs: string[]
  /** How long callers were made to wait; nobody really did. */
  readonly slept: number[]
  /** When somebody is made to wait next. */
  nextSleep(): Promise<void>
  /** Lets time pass. */
  advance(ms: number): void
  settle(handlers: readonly JobHandler[]): Promise<void>
}

export type FakeRuntimeOptions = {
  readonly publicUrl?: string
  readonly openMail?: (db: Db) => MailAccess
  readonly classifier?: Classifier
  readonly openCascades?: (db: Db) => (userId: UserId) => Classifier
  readonly tokenKeys?: readonly [TokenKey, ...TokenKey[]]
}

export const fakeSecret = 'a secret for tests, and long enough'
export const fakeTokenKey = { version: 1, key: Buffer.alloc(32, 1) }

/** The real runtime on a real database; only the clock, waiting, mail and providers are ours to steer. */
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
  const waiting: (() => void)[] = []
  let aheadMs = 0
  const runtime = await createRuntime({
    databaseUrl,
    publicUrl,
    contactEmail: 'operator@example.com',
    keyRing: createKeyRing(options.tokenKeys ?? [fakeTokenKey]),
    openMail: options.openMail ?? (() => mail),
    classifier: options.classifier ?? classifier,
    ...(options.openCascades && { openCascades: options.openCascades }),
    notify,
    pictures: new FakePictures(),
    secret: fakeSecret,
    logger: createLogger('info', { write: (line) => void logs.push(line) }),
    now: () => new Date(Date.now() + aheadMs),
    sleep: async (ms) => {
      slept.push(ms)
      for (const wake of waiting.splice(0)) wake()
    },
  })
  return {
    ...runtime,
    notify,
    mail,
    classifier,
    logs,
    slept,
    nextSleep: () => new Promise((wake) => waiting.push(wake)),
    advance: (ms) => {
      aheadMs += ms
    },
    settle: (handlers) => runtime.jobs.drain(runtime.ctx, handlers),
  }
}
