import { grants } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/test-db'
import type { GrantId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { sealTokens } from '@doorman/services/mailboxes/grant-tokens'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { createMailAccess } from './mail-access.ts'

const db = await openTestDb()
const keyRing = createKeyRing([{ version: 1, key: Buffer.alloc(32, 1) }])
const now = new Date('2026-11-15T12:00:00Z')

/** A grant whose access token has run out. */
async function addGrant(provider: Provider): Promise<GrantId> {
  const id = randomUUID() as GrantId
  const tokens = { accessToken: 'old', refreshToken: 'refresh', accessTokenExpiresAt: now }
  const sealed = sealTokens(keyRing, id, tokens)
  await db.insert(grants).values({ id, provider, subject: id, ...sealed })
  return id
}

test('F27: a provider that gives no tokens keeps nobody from the other’s', async () => {
  const asked: string[] = []
  const silence = Promise.withResolvers<void>()
  const answers: Record<string, () => Response | Promise<Response>> = {
    'google.test': async () => {
      await silence.promise
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
    'login.test': () => Response.json({ access_token: 'new', expires_in: 3600 }),
    'graph.test': () => Response.json({ mail: 'ann@own.test' }),
  }
  const mail = createMailAccess({
    db,
    keyRing,
    secret: 'a secret',
    publicUrl: 'https://product.test',
    google: {
      clientId: 'doorman',
      clientSecret: 'secret',
      oauthUrl: 'https://google.test',
      apiUrl: 'https://gmail.test',
      pushTopic: 'projects/doorman/topics/gmail',
      pushAccount: 'push@doorman.test',
    },
    microsoft: {
      clientId: 'doorman',
      clientSecret: 'secret',
      loginUrl: 'https://login.test',
      graphUrl: 'https://graph.test',
    },
    wire: {
      fetch: async (input) => {
        const { host } = new URL(input instanceof Request ? input.url : input)
        asked.push(host)
        return answers[host]?.() ?? Response.error()
      },
      // Nobody's time runs out.
      clock: { now: () => now, sleep: () => new Promise(() => {}) },
      chance: () => 0.5,
    },
  })
  const open = async (provider: Provider) => mail.openMailbox(await addGrant(provider))
  const gmails = await Promise.all(Array.from({ length: 6 }, () => open('gmail')))
  const waiting = gmails.map(async (mailbox) => mailbox.listOwnAddresses().catch(() => []))
  await expect.poll(() => asked.length).toBeGreaterThan(3)

  expect(await (await open('microsoft')).listOwnAddresses()).toEqual(['ann@own.test'])
  silence.resolve()
  await Promise.all(waiting)
})
