import { grants } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/testing/test-db'
import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRing } from '../secrets/key-ring.ts'
import { createMailAccess } from './mail-access.ts'

const db = await openTestDb()
const keyRing = createKeyRing([{ version: 1, key: Buffer.alloc(32, 1) }])
const now = new Date('2026-11-15T12:00:00Z')

/** A grant whose access token has expired. */
async function addGrant(provider: MailProvider): Promise<GrantId> {
  const id = randomUUID() as GrantId
  const tokens = { accessToken: 'old', refreshToken: 'refresh', accessTokenExpiresAt: now }
  const sealed = sealTokens(keyRing, id, tokens)
  await db.insert(grants).values({ id, provider, providerAccountId: id, ...sealed })
  return id
}

test('token refreshes that hang at one provider do not block the other provider', async () => {
  const calledHosts: string[] = []
  const googleAnswer = Promise.withResolvers<void>()
  const answers: Record<string, () => Response | Promise<Response>> = {
    'google.test': async () => {
      await googleAnswer.promise
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
    transport: {
      fetch: async (input) => {
        const { host } = new URL(input instanceof Request ? input.url : input)
        calledHosts.push(host)
        return answers[host]?.() ?? Response.error()
      },
      // No timeout fires.
      clock: { now: () => now, sleep: () => new Promise(() => {}) },
      random: () => 0.5,
    },
  })
  const open = async (provider: MailProvider) => mail.openMailbox(await addGrant(provider))
  const gmails = await Promise.all(Array.from({ length: 6 }, () => open('gmail')))
  const waiting = gmails.map(async (mailbox) => mailbox.listOwnAddresses().catch(() => []))
  await expect.poll(() => calledHosts.length).toBeGreaterThan(3)

  expect(await (await open('microsoft')).listOwnAddresses()).toEqual(['ann@own.test'])
  googleAnswer.resolve()
  await Promise.all(waiting)
})
