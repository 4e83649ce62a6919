import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, smartReplies } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { replyMarker } from '@doorman/domain/brand'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import { sampleEvery } from '@doorman/domain/testing/sample'
import { compose } from '@doorman/simulators/world/message/compose'
import {
  findBody,
  readHeaders,
  readMime,
  type Header,
} from '@doorman/simulators/world/message/mime'
import {
  bounces,
  repliesToEverything,
  repliesMetBefore,
  repliesOutOfOffice,
} from '@doorman/simulators/world/external-addresses'
import type { IncomingMessage } from '@doorman/simulators/world/world'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { ownFolder, pitch } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo

beforeEach(() => world.faults.clear())

let made = 0
const newDomain = () => `vendor${(made += 1)}.example`

type Extras = Pick<IncomingMessage, 'authentication'> & {
  readonly from?: string
  readonly headers?: readonly Header[]
}

/** A Pro user who agreed to replies, with an empty mailbox. */
async function open(provider: MailProvider) {
  const ann = await newSignedInUser(demo)
  const store = demo.newMailbox(provider)
  const { sync } = await demo.open(ann, provider, store)
  await demo.allowReplies(ann)
  return {
    ann,
    store,
    sync,
    receive(from = `dale@${newDomain()}`, { headers = [], authentication }: Extras = {}) {
      const raw = compose({
        ...pitch,
        from,
        to: store.address,
        date: world.clock.now(),
        rfcMessageId: `<${(made += 1)}@messages.example>`,
        headers,
      })
      return world.deliver(raw, store.address, authentication && { authentication })
    },
    sends: () => world.record.sends.filter(({ mailbox }) => mailbox === store.address),
    isSetAside: ({ id }: { id: string }) => store.load(id).folders.has(ownFolder(store)),
    listFiltered: async () => (await demo.request('GET', '/api/filtered-emails', ann)).body['list'],
  }
}

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'
  /** `npm test` tries each failure with one of the providers. */
  const share = <T>(failures: readonly T[]) =>
    sampleEvery(failures, mailProviders.length, mailProviders.indexOf(provider))

  test('a pitch gets one reply from the user’s own address, marked as automatic', async () => {
    const { store, sync, receive, sends, isSetAside } = await open(provider)
    const message = receive('Dale Pruitt <dale@pipelineboost.example>')
    await sync()
    await sync()
    receive('Dale Pruitt <dale@pipelineboost.example>')
    await sync()
    expect(isSetAside(message)).toBe(true)
    expect(sends()).toMatchObject([{ recipients: ['dale@pipelineboost.example'] }])
    const raw = sends()[0]?.raw ?? new Uint8Array()
    const headers = readHeaders(raw)
    expect(headers.addresses('from')).toMatchObject([{ address: store.address }])
    expect(headers.find('subject')).toBe(`Re: ${pitch.subject}`)
    expect(headers.find('in-reply-to')).toBe(readHeaders(message.raw).find('message-id'))
    expect(headers.find(replyMarker)).toMatch(/^[\da-f-]{36}$/)
    expect(headers.find('x-auto-response-suppress')).toBe('All')
    const text = findBody(readMime(raw), 'text/plain') ?? ''
    expect(text).toContain(overridePhrase)
    expect(text).not.toContain('pipeline')
    expect([...store.list('drafts')]).toEqual([])
  })

  test('robots, lists, bounces and unauthenticated senders never get a reply', async () => {
    const { sync, receive, sends } = await open(provider)
    const header = (name: string, value: string) => ({ headers: [{ name, value }] })
    receive(undefined, header('Auto-Submitted', 'auto-generated'))
    receive(undefined, header('Auto-Submitted', 'auto-replied'))
    receive(undefined, header('X-Auto-Response-Suppress', 'All'))
    receive(undefined, header('List-Id', '<news.vendor.example>'))
    receive(undefined, header('List-Unsubscribe', '<mailto:out@vendor.example>'))
    receive(undefined, header('Precedence', 'bulk'))
    receive(undefined, header('Return-Path', '<>'))
    receive(undefined, header('Reply-To', 'collector@elsewhere.example'))
    receive(undefined, header('Cc', 'bob@elsewhere.example'))
    receive(undefined, header(replyMarker, 'a claim'))
    receive(undefined, { authentication: 'fail' })
    receive(undefined, { authentication: 'none' })
    receive(`no-reply@${newDomain()}`)
    receive(`mailer-daemon@${newDomain()}`)
    receive('a@two.example, b@two.example')
    await sync()
    await sync()
    expect(sends()).toEqual([])
  })

  test('a sender who replies “We’ve met before” is let in, and the user gets an email', async () => {
    const { ann, store, sync, receive, sends, isSetAside, listFiltered } = await open(provider)
    const from = `dale@${newDomain()}`
    world.addExternalAddress(repliesMetBefore(from))
    const message = receive(from)
    await sync()
    expect(isSetAside(message)).toBe(true)
    await sync()
    await sync()
    expect([...store.list('inbox')]).toHaveLength(2)
    expect(store.load(message.id)).toMatchObject({ isRead: false, folders: new Set(['inbox']) })
    expect(await listFiltered()).toMatchObject([{ action: 'restored', restoredBy: 'sender' }])
    expect(demo.notify.sent).toContainEqual(
      expect.objectContaining({
        to: ann.email,
        email: expect.objectContaining({ kind: 'sender-let-in', address: from }),
      }),
    )
    // The text of the appeal is stored nowhere, and no job names its sender.
    const jobs = await ctx.db.execute('select data::text, output::text from pgboss.job')
    expect(JSON.stringify(jobs.rows)).not.toContain(from)
    const rows = [await ctx.db.select().from(smartReplies), await ctx.db.select().from(decisions)]
    expect(JSON.stringify(rows)).not.toContain('fair in June')

    const next = receive(from)
    await sync()
    expect(store.load(next.id).folders.has('inbox')).toBe(true)
    expect(sends()).toHaveLength(1)
  })

  test('a robot that answers everything gets one reply', async () => {
    const { sync, receive, sends } = await open(provider)
    const from = `dale@${newDomain()}`
    world.addExternalAddress(repliesToEverything(from))
    receive(from)
    for (let round = 0; round < 6; round += 1) await sync()
    expect(sends()).toHaveLength(1)
  })

  test('an out-of-office reply is not an appeal, stays in the inbox and gets no reply', async () => {
    const { store, sync, receive, sends, isSetAside } = await open(provider)
    const from = `away@${newDomain()}`
    world.addExternalAddress(repliesOutOfOffice(from))
    const message = receive(from)
    for (let round = 0; round < 3; round += 1) await sync()
    expect(isSetAside(message)).toBe(true)
    // The robot ignores messages marked as automatic; Outlook cannot set that mark.
    expect([...store.list('inbox')]).toHaveLength(provider === 'gmail' ? 0 : 1)
    expect(sends()).toHaveLength(1)
  })

  test('a bounce is recorded and gets no reply', async () => {
    const { store, sync, receive, sends } = await open(provider)
    const from = `nobody@${newDomain()}`
    world.addExternalAddress(bounces(from))
    receive(from)
    for (let round = 0; round < 3; round += 1) await sync()
    expect([...store.list('inbox')]).toHaveLength(1)
    expect(sends()).toHaveLength(1)
    const replies = await ctx.db.select().from(smartReplies)
    expect(replies.find(({ sender }) => sender === from)).toMatchObject({ state: 'bounced' })
  })

  test.each(share(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const))(
    'a reply call that ends in %s never leads to a second reply',
    async (effect) => {
      const { sync, receive, sends, isSetAside } = await open(provider)
      for (let call = 1; call <= 4; call += 1) {
        const before = sends().length
        const message = receive()
        let seen = 0
        const match = ({ url }: Request) =>
          /draft|createReply|\/send$/i.test(new URL(url).pathname) && (seen += 1) === call
        world.faults.push({ provider: service, effect, match, times: 1 })
        await sync()
        world.faults.clear()
        await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        await sync(20 * 60_000)
        expect(isSetAside(message)).toBe(true)
        expect(sends().length - before).toBeLessThanOrEqual(1)
      }
      // In the last round no call fails.
      expect(sends().length).toBeGreaterThan(0)
      const states = (await ctx.db.select().from(smartReplies)).map(({ state }) => state)
      expect(states).not.toContain('claimed')
    },
  )
})

test('two mailboxes protected by Doorman reply to each other only once', async () => {
  const [one, other] = [await open('gmail'), await open('microsoft')]
  one.receive(other.store.address)
  other.receive(one.store.address)
  for (let round = 0; round < 6; round += 1) {
    await one.sync()
    await other.sync()
  }
  for (const { sends } of [one, other]) expect(sends()).toHaveLength(1)
})
