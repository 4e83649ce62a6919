import { newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, smartReplies } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { replyMarker } from '@doorman/domain/brand'
import { providers, type Provider } from '@doorman/domain/mailbox'
import { overridePhrase } from '@doorman/domain/override-phrase'
import { compose } from '@doorman/simulators/world/compose'
import { findBody, readHeaders, readMime, type Header } from '@doorman/simulators/world/mime'
import {
  bouncingAddress,
  loopRobot,
  oldAcquaintance,
  outOfOffice,
} from '@doorman/simulators/world/outsiders'
import type { DeliveredMail } from '@doorman/simulators/world/world'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './fake-demo.ts'
import { ourPlace, pitch } from './fake-letters.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo

beforeEach(() => world.faults.clear())

let made = 0
const newDomain = () => `vendor${(made += 1)}.example`

type Extras = Pick<DeliveredMail, 'authentication'> & {
  readonly from?: string
  readonly headers?: readonly Header[]
}

/** Somebody with Pro who lets filtered senders be answered, and an empty mailbox. */
async function open(provider: Provider) {
  const ann = await newPerson(demo)
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
        messageId: `<${(made += 1)}@letters.example>`,
        headers,
      })
      return world.deliver(raw, store.address, authentication && { authentication })
    },
    sends: () => world.record.sends.filter(({ mailbox }) => mailbox === store.address),
    isHeld: ({ id }: { id: string }) => store.load(id).places.has(ourPlace(store)),
    listFiltered: async () => (await demo.ask('GET', '/api/filtered-emails', ann)).body['list'],
  }
}

describe.each(providers)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'

  test('I3: a pitch is answered once, from the user’s own address, and says what it is', async () => {
    const { store, sync, receive, sends, isHeld } = await open(provider)
    const mail = receive('Dale Pruitt <dale@pipelineboost.example>')
    await sync()
    await sync()
    receive('Dale Pruitt <dale@pipelineboost.example>')
    await sync()
    expect(isHeld(mail)).toBe(true)
    expect(sends()).toMatchObject([{ recipients: ['dale@pipelineboost.example'] }])
    const raw = sends()[0]?.raw ?? new Uint8Array()
    const headers = readHeaders(raw)
    expect(headers.addresses('from')).toMatchObject([{ address: store.address }])
    expect(headers.find('subject')).toBe(`Re: ${pitch.subject}`)
    expect(headers.find('in-reply-to')).toBe(readHeaders(mail.raw).find('message-id'))
    expect(headers.find(replyMarker)).toMatch(/^[\da-f-]{36}$/)
    expect(headers.find('x-auto-response-suppress')).toBe('All')
    const text = findBody(readMime(raw), 'text/plain') ?? ''
    expect(text).toContain(overridePhrase)
    expect(text).not.toContain('pipeline')
    expect([...store.list('drafts')]).toEqual([])
  })

  test('F57: robots, lists, bounces and whoever cannot be trusted are never answered', async () => {
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

  test('who answers that they have met the user is let in, and the user is told', async () => {
    const { ann, store, sync, receive, sends, isHeld, listFiltered } = await open(provider)
    const from = `dale@${newDomain()}`
    world.addOutsider(oldAcquaintance(from))
    const mail = receive(from)
    await sync()
    expect(isHeld(mail)).toBe(true)
    await sync()
    await sync()
    expect([...store.list('inbox')]).toHaveLength(2)
    expect(store.load(mail.id)).toMatchObject({ isRead: false, places: new Set(['inbox']) })
    expect(await listFiltered()).toMatchObject([{ action: 'restored', restoredBy: 'sender' }])
    expect(demo.notify.sent).toContainEqual({
      to: ann.email,
      mail: expect.objectContaining({ kind: 'sender-let-in', address: from }),
    })
    // R39: neither the words of the appeal are kept nor, in a job, whom it came from.
    const jobs = await ctx.db.execute('select data::text, output::text from pgboss.job')
    expect(JSON.stringify(jobs.rows)).not.toContain(from)
    const rows = [await ctx.db.select().from(smartReplies), await ctx.db.select().from(decisions)]
    expect(JSON.stringify(rows)).not.toContain('fair in June')

    const next = receive(from)
    await sync()
    expect(store.load(next.id).places.has('inbox')).toBe(true)
    expect(sends()).toHaveLength(1)
  })

  test('F56: a robot that answers everything hears from us once', async () => {
    const { sync, receive, sends } = await open(provider)
    const from = `dale@${newDomain()}`
    world.addOutsider(loopRobot(from))
    receive(from)
    for (let round = 0; round < 6; round += 1) await sync()
    expect(sends()).toHaveLength(1)
  })

  test('F62: an out-of-office note is no claim, stays in the inbox and is not answered', async () => {
    const { store, sync, receive, sends, isHeld } = await open(provider)
    const from = `away@${newDomain()}`
    world.addOutsider(outOfOffice(from))
    const mail = receive(from)
    for (let round = 0; round < 3; round += 1) await sync()
    expect(isHeld(mail)).toBe(true)
    // It is silent to what says that it is automatic; only Outlook cannot say so.
    expect([...store.list('inbox')]).toHaveLength(provider === 'gmail' ? 0 : 1)
    expect(sends()).toHaveLength(1)
  })

  test('F63: a bounce is noted, and never answered', async () => {
    const { store, sync, receive, sends } = await open(provider)
    const from = `nobody@${newDomain()}`
    world.addOutsider(bouncingAddress(from))
    receive(from)
    for (let round = 0; round < 3; round += 1) await sync()
    expect([...store.list('inbox')]).toHaveLength(1)
    expect(sends()).toHaveLength(1)
    const replies = await ctx.db.select().from(smartReplies)
    expect(replies.find(({ sender }) => sender === from)).toMatchObject({ state: 'bounced' })
  })

  test.each(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const)(
    'F3, F4, R3: whichever call of a reply ends in %s, nobody is answered twice',
    async (make) => {
      const { sync, receive, sends, isHeld } = await open(provider)
      demo.expectError('job-failed')
      for (let call = 1; call <= 4; call += 1) {
        const before = sends().length
        const mail = receive()
        let seen = 0
        const match = ({ url }: Request) =>
          /draft|createReply|\/send/i.test(new URL(url).pathname) && (seen += 1) === call
        world.faults.push({ provider: service, make, match, times: 1 })
        await sync()
        world.faults.clear()
        await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        await sync(20 * 60_000)
        expect(isHeld(mail)).toBe(true)
        expect(sends().length - before).toBeLessThanOrEqual(1)
      }
      // The last one has nothing left to fail.
      expect(sends().length).toBeGreaterThan(0)
      const states = (await ctx.db.select().from(smartReplies)).map(({ state }) => state)
      expect(states).not.toContain('claimed')
    },
  )
})

test('F56: two of us that face each other stop at once', async () => {
  const [one, other] = [await open('gmail'), await open('microsoft')]
  one.receive(other.store.address)
  other.receive(one.store.address)
  for (let round = 0; round < 6; round += 1) {
    await one.sync()
    await other.sync()
  }
  for (const { sends } of [one, other]) expect(sends()).toHaveLength(1)
})
