import { openDb } from '@doorman/db/client'
import { mailboxes, users } from '@doorman/db/schema'
import { seedMailbox } from '@doorman/db/testing/seeds'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import type { GrantId, MailboxId } from '@doorman/domain/ids'
import { ConfigError, loadConfig } from '@doorman/runtime/config/config'
import { createLogger } from '@doorman/runtime/logger'
import { createKeyRing } from '@doorman/runtime/secrets/key-ring'
import { formatTokenKey } from '@doorman/runtime/secrets/token-keys'
import { fakeSecret } from '@doorman/runtime/testing/fake-runtime'
import { sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { notifyLostMailboxes } from '@doorman/services/mailboxes/upkeep/notify-lost-mailboxes'
import { syncMailboxJob } from '@doorman/services/ports/jobs'
import { SmtpSink } from '@doorman/simulators/smtp-sink'
import { handlers } from '@doorman/worker/handlers'
import { afterAll, expect, test, vi } from 'vitest'
import { openRuntime } from './open-runtime.ts'

const right = { version: 1, key: Buffer.alloc(32, 1) }
const wrong = { version: 1, key: Buffer.alloc(32, 9) }
const newer = { version: 2, key: Buffer.alloc(32, 2) }

// Each start loads the model and the texts of emails, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const sink = new SmtpSink()
const smtpUrl = await sink.listen()
afterAll(() => sink.close())

/** A service whose providers are unreachable, on a database with this many connected mailboxes. */
async function setUp(count: number) {
  const databaseUrl = await createTestDatabase()
  const { db, pool, close } = openDb(databaseUrl)
  const email = 'ann@own.example'
  await db.insert(users).values({ email, emailVerified: true })
  const ids: MailboxId[] = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await seedMailbox(db, email, { problem: null, lossNotifiedAt: null })
    const grantId = (await findMailbox(id))?.grantId as GrantId
    const tokens = { accessToken: 'a', refreshToken: 'r', accessTokenExpiresAt: new Date() }
    const { accessToken, refreshToken } = sealTokens(createKeyRing([right]), grantId, tokens)
    await pool.query('update grants set access_token = $2, refresh_token = $3 where id = $1', [
      grantId,
      accessToken,
      refreshToken,
    ])
    ids.push(id)
  }

  async function findMailbox(id: MailboxId) {
    return (await db.select().from(mailboxes)).find((mailbox) => mailbox.id === id)
  }

  return {
    email,
    ids,
    close,
    problemsOf: () => Promise.all(ids.map(async (id) => (await findMailbox(id))?.problem ?? null)),
    async damage(id: MailboxId) {
      const grantId = (await findMailbox(id))?.grantId as GrantId
      await pool.query(`update grants set refresh_token = 'damaged' where id = $1`, [grantId])
    },
    start: (...keys: (typeof right)[]) =>
      openRuntime({
        config: loadConfig({
          PUBLIC_URL: 'https://doorman.test',
          DATABASE_URL: databaseUrl,
          DOORMAN_SECRET: fakeSecret,
          TOKEN_KEYS: keys.map(formatTokenKey).join(),
          SMTP_URL: smtpUrl,
          MAIL_FROM: 'post@doorman.test',
          GOOGLE_CLIENT_ID: 'doorman',
          GOOGLE_CLIENT_SECRET: 'secret',
          GMAIL_PUBSUB_TOPIC: 'projects/doorman/topics/gmail',
          GMAIL_PUBSUB_ACCOUNT: 'push@doorman.test',
          GOOGLE_OAUTH_URL: 'http://127.0.0.1:9',
          GMAIL_API_URL: 'http://127.0.0.1:9',
        }),
        logger: createLogger('silent'),
        databaseUrl,
        smtpUrl,
      }),
  }
}

test('a damaged token costs its own mailbox the connection, and its user is asked to reconnect', async () => {
  const service = await setUp(2)
  const [damagedId] = service.ids as [MailboxId]
  await service.damage(damagedId)
  const { ctx, jobs, close } = await service.start(right)
  await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: damagedId })
  await jobs.drain(ctx, handlers)
  expect(await service.problemsOf()).toEqual(['needs-reconnect', null])

  await notifyLostMailboxes(ctx)
  await jobs.drain(ctx, handlers)
  expect(sink.emails.map(({ recipients }) => recipients)).toEqual([[service.email]])
  await close()
  await service.close()
})

test.each([
  [
    'with other keys',
    [wrong],
    'Key 1 of TOKEN_KEYS opens none of the mailboxes encrypted with key 1: 2. Put the right key back.',
  ],
  [
    'without a key that mailboxes need',
    [newer],
    'Key 1 is missing from TOKEN_KEYS; mailboxes that need it: 2. Put it back at the end of TOKEN_KEYS.',
  ],
])('a start %s is refused, and no mailbox is disconnected', async (_case, keys, message) => {
  const service = await setUp(2)
  await expect(service.start(...keys)).rejects.toThrow(ConfigError)
  await expect(service.start(...keys)).rejects.toThrow(message)
  expect(await service.problemsOf()).toEqual([null, null])
  // The right keys work at once.
  await (await service.start(right)).close()
  await service.close()
})

test('once a start has shown the right key, another one is refused even if no token opens', async () => {
  const service = await setUp(1)
  await (await service.start(right)).close()
  const [id] = service.ids as [MailboxId]
  await service.damage(id)
  await expect(service.start(wrong)).rejects.toThrow(
    'Key 1 of TOKEN_KEYS is not the key 1 that this database was used with.',
  )
  await (await service.start(right)).close()
  await service.close()
})
