import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions, undecidedMessages } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { isThorough } from '@doorman/domain/testing/sample'
import { dayMs } from '@doorman/domain/time'
import { createMessageMaker } from '@doorman/simulators/scenes/message-maker'
import { loadScene } from '@doorman/simulators/scenes/scene'
import { compose, type Composition } from '@doorman/simulators/world/message/compose'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { Header } from '@doorman/simulators/world/message/mime'
import { writeMessage } from '@doorman/simulators/world/message/write-message'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { ownFolder, pitch } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo

/** The founder's scene; the tests use a few of its messages. */
const scene = loadScene('founder', { domain: 'berthline.example' })
const makeMessage = createMessageMaker(scene)

function write(id: string): Uint8Array {
  const found = [...scene.messages, ...scene.arrivals].find((one) => one.id === id)
  if (!found) throw new Error(`The scene has no ${id}`)
  return writeMessage(makeMessage(found, world.clock.now()))
}

/** Delivers a pitch unless the message says otherwise. */
function deliver(
  { address }: MailStore,
  message: Pick<Composition, 'from' | 'rfcMessageId'> & Partial<Composition>,
) {
  const raw = compose({ to: address, date: world.clock.now(), ...pitch, ...message })
  return world.deliver(raw, address)
}

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  /** A user who has written to Diane, and to whom Diane has introduced Farida. */
  async function open() {
    const ann = await newSignedInUser(demo)
    const store = demo.newMailbox(provider)
    store.add({ raw: write('sent-diane'), folders: ['sent'], isRead: true })
    world.deliver(write('intro-diane-insurer'), store.address)
    const { mailboxId, sync } = await demo.open(ann, provider, store)
    const reasons = async () =>
      (await ctx.db.select().from(decisions))
        .filter((one) => one.mailboxId === mailboxId)
        .map(({ reason }) => reason)
        .sort()
    return { store, sync, reasons }
  }

  test('a reply to an introduction by one of the user’s contacts stays in the inbox', async () => {
    const { store, sync, reasons } = await open()
    // The text is a pitch, so that only Diane in Cc keeps it.
    const answer = deliver(store, {
      from: 'Farida Hosseini <farida.hosseini@tidewellmutual.example>',
      rfcMessageId: '<1@tidewellmutual.example>',
      headers: [{ name: 'Cc', value: 'Diane Okonjo <diane.okonjo@gmail.com>' }],
    })
    await sync()
    await sync()
    expect(store.load(answer.id)).toMatchObject({ isRead: false, folders: new Set(['inbox']) })
    expect(await reasons()).toEqual(['common-contact', 'known-contact'])
  })

  // 600 are more than one page of changes.
  const count = isThorough ? 600 : 120

  test(`marking ${count} old messages as read leads to no decision`, async () => {
    const ann = await newSignedInUser(demo)
    const store = demo.newMailbox(provider)
    for (let number = 0; number < count; number++)
      store.add({
        raw: compose({
          to: store.address,
          date: world.clock.now(),
          ...pitch,
          from: `Dale <dale${number}@pipelineboost.example>`,
          rfcMessageId: `<old-${number}@pipelineboost.example>`,
        }),
        receivedAt: new Date(world.clock.now().getTime() - dayMs - number * 60_000),
        folders: ['inbox'],
      })
    const { mailboxId, sync } = await demo.open(ann, provider, store)
    const countDecisions = () => ctx.db.$count(decisions, eq(decisions.mailboxId, mailboxId))
    await sync()
    const decided = await countDecisions()
    for (const { id } of store.list('inbox')) store.update(id, { isRead: true })
    await sync()
    await sync()
    expect(await countDecisions()).toBe(decided)
    expect(await ctx.db.$count(undecidedMessages)).toBe(0)
  })

  test('follow-ups of a filtered pitch are filtered too', async () => {
    const { store, sync, reasons } = await open()
    const first = '<1@pipelineboost.example>'
    const send = (rfcMessageId: string, text: string, headers: readonly Header[] = []) =>
      deliver(store, {
        from: 'Dale Pruitt <dale@pipelineboost.example>',
        rfcMessageId,
        subject: headers.length > 0 ? `Re: ${pitch.subject}` : pitch.subject,
        text,
        headers,
      })
    const messages = [send(first, pitch.text)]
    await sync()
    const inThread = [{ name: 'References', value: first }]
    messages.push(send('<2@pipelineboost.example>', 'Any thoughts?', inThread))
    messages.push(
      send(
        '<3@pipelineboost.example>',
        'Hello, the train was late again today, so I am at the office until six.',
        inThread,
      ),
    )
    await sync()
    await sync()
    for (const { id } of messages)
      expect(store.load(id).folders).toEqual(new Set([ownFolder(store)]))
    expect(await reasons()).toEqual(['cold-outreach', 'follow-up', 'follow-up', 'known-contact'])
  })

  test('a sender’s colleague in Cc does not keep a pitch', async () => {
    const { store, sync, reasons } = await open()
    const cold = deliver(store, {
      from: 'Dale Pruitt <dale@pipelineboost.example>',
      rfcMessageId: '<1@pipelineboost.example>',
      headers: [{ name: 'Cc', value: 'Kim <kim@pipelineboost.example>, sam@else.example' }],
    })
    await sync()
    await sync()
    expect(store.load(cold.id).folders).toEqual(new Set([ownFolder(store)]))
    expect(await reasons()).toEqual(['cold-outreach', 'known-contact'])
  })
})

describe('a personal Outlook account, whose searches find nothing', () => {
  test('a friend to whom the user wrote long ago is never filtered and never gets a reply', async () => {
    const ann = await newSignedInUser(demo)
    const store = world.addMailbox({
      provider: 'microsoft',
      address: 'ann.learner@outlook.com',
      name: 'Ann',
    })
    const longAgo = new Date(world.clock.now().getTime() - 900 * dayMs)
    const hello = {
      subject: 'Hello',
      text: 'Shall we have lunch?',
      from: store.address,
      date: longAgo,
    }
    for (const [at, to] of ['diane@friend.example', 'pat.friend@gmail.com'].entries())
      store.add({
        raw: compose({ ...hello, to, rfcMessageId: `<hello-${at}@outlook.com>` }),
        folders: ['sent'],
        isRead: true,
        receivedAt: longAgo,
      })
    const friends = ['diane@friend.example', 'pat.friend@gmail.com']
    const stranger = 'dale@pipelineboost.example'
    let count = 0
    const deliverFrom = (from: string) =>
      deliver(store, { from, rfcMessageId: `<${(count += 1)}@messages.example>` })
    const early = friends.map(deliverFrom)
    const { sync } = await demo.open(ann, 'microsoft', store)
    await demo.allowReplies(ann)
    await sync()
    const late = friends.map(deliverFrom)
    const cold = deliverFrom(stranger)
    // Diane's colleague may be filtered, but gets no reply.
    deliverFrom('kim@friend.example')
    await sync()
    await sync()
    for (const { id } of [...early, ...late])
      expect(store.load(id).folders).toEqual(new Set(['inbox']))
    expect(store.load(cold.id).folders).toEqual(new Set([ownFolder(store)]))
    const answered = world.record.sends
      .filter(({ mailbox }) => mailbox === store.address)
      .flatMap(({ recipients }) => recipients)
    expect(answered).toEqual([stranger])
  })

  test('a friend to whom the user writes from now on is known at once', async () => {
    const ann = await newSignedInUser(demo)
    const store = world.addMailbox({
      provider: 'microsoft',
      address: 'ann.writer@outlook.com',
      name: 'Ann',
    })
    const { sync } = await demo.open(ann, 'microsoft', store)
    const hello = compose({
      subject: 'Hello',
      text: 'Shall we have lunch?',
      from: store.address,
      to: 'diane@newfriend.example',
      date: world.clock.now(),
      rfcMessageId: '<hello@outlook.com>',
    })
    store.add({ raw: hello, folders: ['sent'], isRead: true })
    const answer = deliver(store, {
      from: 'diane@newfriend.example',
      rfcMessageId: '<1@newfriend.example>',
    })
    await sync()
    expect(store.load(answer.id).folders).toEqual(new Set(['inbox']))
  })
})
