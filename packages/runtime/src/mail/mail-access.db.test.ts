import { grants, mailboxes, users } from '@doorman/db/schema'
import { openTestDb } from '@doorman/db/testing/test-db'
import type { GrantId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { dayMs, secondMs } from '@doorman/domain/time'
import { sealTokens } from '@doorman/services/mailboxes/connecting/grant-tokens'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { createKeyRing } from '../secrets/key-ring.ts'
import { probeDelayMs } from './circuit-breaker.ts'
import { createMailAccess } from './mail-access.ts'

const db = await openTestDb()
const keyRing = createKeyRing([{ version: 1, key: Buffer.alloc(32, 1) }])
const now = new Date('2026-11-15T12:00:00Z')

/** A grant whose access token has expired, unless `expiresAt` says otherwise. */
async function addGrant(provider: MailProvider, expiresAt = now): Promise<GrantId> {
  const id = randomUUID() as GrantId
  const tokens = { accessToken: 'old', refreshToken: 'refresh', accessTokenExpiresAt: expiresAt }
  const sealed = sealTokens(keyRing, id, tokens)
  await db.insert(grants).values({ id, provider, providerAccountId: id, ...sealed })
  return id
}

/** A connected mailbox with a fresh access token. */
async function addMailbox(provider: MailProvider): Promise<GrantId> {
  const grantId = await addGrant(provider, new Date(now.getTime() + dayMs))
  const [user] = await db
    .insert(users)
    .values({ email: `${grantId}@own.test` })
    .returning()
  if (!user) throw new Error('No user was added')
  await db.insert(mailboxes).values({
    userId: user.id,
    grantId,
    provider,
    providerAccountId: grantId,
    address: `${grantId}@own.test`,
    createdAt: now,
    lastActiveAt: now,
    nextCheckAt: now,
    isActive: true,
  })
  return grantId
}

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>

const topic = 'projects/doorman/topics/gmail'

/** Mail access as one process has it. Hosts without an answer are unreachable. */
function openProcess(answers: Answers, { pushTopic = topic }: { pushTopic?: string | null } = {}) {
  const calledHosts: string[] = []
  const logs: unknown[] = []
  let aheadMs = 0
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
      pushTopic,
      pushAccount: 'push@doorman.test',
    },
    microsoft: {
      clientId: 'doorman',
      clientSecret: 'secret',
      loginUrl: 'https://login.test',
      graphUrl: 'https://graph.test',
    },
    transport: {
      fetch: async (url) => {
        const { host } = new URL(url)
        calledHosts.push(host)
        return answers[host]?.() ?? Response.error()
      },
      clock: {
        now: () => new Date(now.getTime() + aheadMs),
        // Backoff takes no time, and no timeout fires.
        sleep: async () => {},
        after: () => ({ cancel() {} }),
      },
      random: () => 0.5,
    },
    logger: createLogger('info', { write: (line) => void logs.push(JSON.parse(line)) }),
  })
  const listOwnAddresses = async (grantId: GrantId) =>
    (await mail.openMailbox(grantId)).listOwnAddresses()
  return { mail, calledHosts, logs, listOwnAddresses, advance: (ms: number) => (aheadMs += ms) }
}

const outlook = () => Response.json({ mail: 'ann@own.test' })
const gmail = () => Response.json({ sendAs: [{ sendAsEmail: 'ann@own.test' }] })

test('token refreshes that hang at one provider do not block the other provider', async () => {
  const googleAnswer = Promise.withResolvers<void>()
  const { listOwnAddresses, calledHosts } = openProcess({
    'google.test': async () => {
      await googleAnswer.promise
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
    'login.test': () => Response.json({ access_token: 'new', expires_in: 3600 }),
    'graph.test': outlook,
  })
  const gmails = await Promise.all(Array.from({ length: 6 }, () => addGrant('gmail')))
  const waiting = gmails.map(async (grantId) => listOwnAddresses(grantId).catch(() => []))
  await expect.poll(() => calledHosts.length, { timeout: 10_000 }).toBeGreaterThan(3)

  expect(await listOwnAddresses(await addGrant('microsoft'))).toEqual(['ann@own.test'])
  googleAnswer.resolve()
  await Promise.all(waiting)
})

describe('an account without a mailbox', () => {
  const grant = {
    providerAccountId: 'ann',
    address: 'ann@own.test',
    tokens: { accessToken: 'new', refreshToken: 'refresh', accessTokenExpiresAt: now },
  }
  const graphError = (status: number, code: string) => () =>
    Response.json({ error: { code, message: '' } }, { status })
  const gmailError = (status: number, reason: string, message: string) => () =>
    Response.json(
      { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } },
      { status },
    )
  const disabled = gmailError(400, 'failedPrecondition', 'Mail service not enabled')

  test.each([
    ['gmail', 'gmail.test', disabled],
    ['microsoft', 'graph.test', graphError(404, 'MailboxNotEnabledForRESTAPI')],
    ['microsoft', 'graph.test', graphError(404, 'ResourceNotFound')],
    ['microsoft', 'graph.test', graphError(401, 'UnknownError')],
    ['microsoft', 'graph.test', graphError(401, 'OrganizationFromTenantGuidNotFound')],
  ] as const)('is recognised at %s', async (provider, host, answer) => {
    const { mail } = openProcess({ [host]: answer })
    expect(await mail.hasMailbox(provider, grant)).toBe(false)
  })

  test.each([
    ['gmail', 'gmail.test', () => Response.json({ id: 'SENT', messagesTotal: 3 })],
    ['microsoft', 'graph.test', () => Response.json({ id: 'sent', totalItemCount: 3 })],
  ] as const)('is not assumed if %s can count sent messages', async (provider, host, answer) => {
    const { mail } = openProcess({ [host]: answer })
    expect(await mail.hasMailbox(provider, grant)).toBe(true)
  })

  test.each([
    ['gmail', 'gmail.test', gmailError(500, 'backendError', 'Backend Error')],
    ['gmail', 'gmail.test', gmailError(401, 'authError', 'Invalid Credentials')],
    ['gmail', 'gmail.test', gmailError(403, 'accessNotConfigured', 'Gmail API is disabled')],
    ['microsoft', 'graph.test', graphError(503, 'ServiceUnavailable')],
    ['microsoft', 'graph.test', graphError(401, 'InvalidAuthenticationToken')],
  ] as const)('is not assumed after a failure of %s', async (provider, host, answer) => {
    const { mail } = openProcess({ [host]: answer })
    await expect(mail.hasMailbox(provider, grant)).rejects.toThrow()
  })
})

test('without a topic push is not renewed, so no refused call can look like an outage', async () => {
  const { mail } = openProcess({}, { pushTopic: null })
  const { push } = await mail.openMailbox(await addMailbox('gmail'))
  expect(push.renew).toBeNull()
})

describe('an outage of one provider', () => {
  /** A process for which Gmail has failed so often that its circuit is open. */
  async function openInOutage() {
    const answers: Record<string, () => Response> = { 'graph.test': outlook }
    const process = openProcess(answers)
    const { listOwnAddresses, calledHosts, logs } = process
    const gmails = await Promise.all(Array.from({ length: 5 }, () => addMailbox('gmail')))
    for (const grantId of gmails)
      await expect(listOwnAddresses(grantId)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(logs).toMatchObject([{ event: 'provider-unavailable', provider: 'gmail' }])
    calledHosts.length = 0
    const [ann = await addMailbox('gmail')] = gmails
    return { ...process, ann, restore: () => (answers['gmail.test'] = gmail) }
  }

  test('fails calls to it at once, for mailboxes and for users who connect one', async () => {
    const { mail, listOwnAddresses, ann, calledHosts } = await openInOutage()
    const refused = { failure: 'unavailable', detail: 'circuit-open' }
    await expect(listOwnAddresses(ann)).rejects.toMatchObject(refused)
    const callback = { code: 'code', nonce: '', codeVerifier: '', redirectUrl: '' }
    await expect(mail.consents.gmail?.redeemCode(callback)).rejects.toMatchObject(refused)
    expect(calledHosts).toEqual([])
  })

  test('leaves the other provider alone', async () => {
    const { listOwnAddresses } = await openInOutage()
    expect(await listOwnAddresses(await addMailbox('microsoft'))).toEqual(['ann@own.test'])
  })

  test('ends with one probe, which is logged', async () => {
    const { mail, ann, restore, advance, calledHosts, logs } = await openInOutage()
    advance(probeDelayMs)
    restore()
    const mailbox = await mail.openMailbox(ann)
    const results = await Promise.allSettled([1, 2, 3].map(() => mailbox.listOwnAddresses()))
    expect(results.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(calledHosts).toEqual(['gmail.test'])
    expect(logs.slice(1)).toMatchObject([{ event: 'provider-recovered', provider: 'gmail' }])
    expect(await mailbox.listOwnAddresses()).toEqual(['ann@own.test'])
  })

  test('lets a probe through whose mailbox must refresh its token first', async () => {
    const { listOwnAddresses, advance } = await openInOutage()
    advance(probeDelayMs)
    const expired = await addGrant('gmail')
    // Google's OAuth host is still unreachable: the probe is made, and fails there.
    await expect(listOwnAddresses(expired)).rejects.not.toMatchObject({ detail: 'circuit-open' })
  })
})

describe('a Retry-After', () => {
  const retryAfterMs = 600 * secondMs
  const refuse = () =>
    Response.json({ error: {} }, { status: 429, headers: { 'retry-after': '600' } })

  test.each([
    ['gmail', 'gmail.test', gmail],
    ['microsoft', 'graph.test', outlook],
  ] as const)(
    'of %s holds for all calls of the mailbox, in every process',
    async (provider, host, answer) => {
      const answers: Record<string, () => Response> = { [host]: refuse }
      const [first, second] = [openProcess(answers), openProcess(answers)]
      const ann = await addMailbox(provider)
      const openedBefore = await first.mail.openMailbox(ann)
      await expect(first.listOwnAddresses(ann)).rejects.toMatchObject({ failure: 'rate-limited' })

      first.advance(secondMs)
      const left = { failure: 'rate-limited', retryAfterMs: retryAfterMs - secondMs }
      await expect(first.listOwnAddresses(ann)).rejects.toMatchObject(left)
      await expect(openedBefore.listOwnAddresses()).rejects.toMatchObject(left)
      second.advance(secondMs)
      await expect(second.listOwnAddresses(ann)).rejects.toMatchObject(left)
      expect([...first.calledHosts, ...second.calledHosts]).toEqual([host])

      answers[host] = answer
      for (const { advance, listOwnAddresses } of [first, second]) {
        advance(retryAfterMs - secondMs)
        expect(await listOwnAddresses(ann)).toEqual(['ann@own.test'])
      }
    },
  )

  test('of one mailbox does not hold for another', async () => {
    const answers: Record<string, () => Response> = { 'gmail.test': refuse }
    const { listOwnAddresses } = openProcess(answers)
    await expect(listOwnAddresses(await addMailbox('gmail'))).rejects.toThrow()
    answers['gmail.test'] = gmail
    expect(await listOwnAddresses(await addMailbox('gmail'))).toEqual(['ann@own.test'])
  })

  test('holds no longer than a day, even if the clock is set back', async () => {
    const answers: Record<string, () => Response> = { 'gmail.test': refuse }
    const first = openProcess(answers)
    first.advance(2 * dayMs)
    const ann = await addMailbox('gmail')
    await expect(first.listOwnAddresses(ann)).rejects.toThrow()
    answers['gmail.test'] = gmail
    expect(await openProcess(answers).listOwnAddresses(ann)).toEqual(['ann@own.test'])
  })
})
