import { newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { decisions } from '@doorman/db/schema'
import { createTestDatabase } from '@doorman/db/test-db'
import { providers } from '@doorman/domain/mailbox'
import { createLetters } from '@doorman/simulators/scenes/letters'
import { loadScene } from '@doorman/simulators/scenes/scene'
import { compose, type Composition } from '@doorman/simulators/world/compose'
import type { MailStore } from '@doorman/simulators/world/mail-store'
import type { Header } from '@doorman/simulators/world/mime'
import { writeLetter } from '@doorman/simulators/world/write-letter'
import { describe, expect, test } from 'vitest'
import { openDemo } from './fake-demo.ts'
import { ourPlace, pitch } from './fake-letters.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo

/** The founder's mail, of which a few letters are enough. */
const scene = loadScene('founder', { domain: 'berthline.example' })
const toLetter = createLetters(scene)

function write(id: string): Uint8Array {
  const mail = [...scene.mails, ...scene.arrivals].find((one) => one.id === id)
  if (!mail) throw new Error(`The scene has no ${id}`)
  return writeLetter(toLetter(mail, world.clock.now()))
}

/** A pitch, unless told otherwise. */
function deliver(
  { address }: MailStore,
  mail: Pick<Composition, 'from' | 'messageId'> & Partial<Composition>,
) {
  const raw = compose({ to: address, date: world.clock.now(), ...pitch, ...mail })
  return world.deliver(raw, address)
}

describe.each(providers)('%s, through the real adapter', (provider) => {
  /** Somebody who has written to Diane, and to whom she has introduced Farida. */
  async function open() {
    const ann = await newPerson(demo)
    const store = demo.newMailbox(provider)
    store.add({ raw: write('sent-diane'), places: ['sent'], isRead: true })
    world.deliver(write('intro-diane-insurer'), store.address)
    const { mailboxId, sync } = await demo.open(ann, provider, store)
    const reasons = async () =>
      (await ctx.db.select().from(decisions))
        .filter((one) => one.mailboxId === mailboxId)
        .map(({ reason }) => reason)
        .sort()
    return { store, sync, reasons }
  }

  test('who answers an introduction by somebody the user knows is left alone', async () => {
    const { store, sync, reasons } = await open()
    // As like a pitch as can be, so that nothing but Diane speaks for it.
    const answer = deliver(store, {
      from: 'Farida Hosseini <farida.hosseini@tidewellmutual.example>',
      messageId: '<1@tidewellmutual.example>',
      headers: [{ name: 'Cc', value: 'Diane Okonjo <diane.okonjo@gmail.com>' }],
    })
    await sync()
    await sync()
    expect(store.load(answer.id)).toMatchObject({ isRead: false, places: new Set(['inbox']) })
    expect(await reasons()).toEqual(['common-contact', 'known-contact'])
  })

  test('a sender’s reminders follow the pitch they remind of', async () => {
    const { store, sync, reasons } = await open()
    const first = '<1@pipelineboost.example>'
    const send = (messageId: string, text: string, headers: readonly Header[] = []) =>
      deliver(store, {
        from: 'Dale Pruitt <dale@pipelineboost.example>',
        messageId,
        subject: headers.length > 0 ? `Re: ${pitch.subject}` : pitch.subject,
        text,
        headers,
      })
    const mails = [send(first, pitch.text)]
    await sync()
    const inThread = [{ name: 'References', value: first }]
    mails.push(send('<2@pipelineboost.example>', 'Any thoughts?', inThread))
    mails.push(
      send(
        '<3@pipelineboost.example>',
        'Hello, the train was late again today, so I am at the office until six.',
        inThread,
      ),
    )
    await sync()
    await sync()
    for (const { id } of mails) expect(store.load(id).places).toEqual(new Set([ourPlace(store)]))
    expect(await reasons()).toEqual(['cold-outreach', 'follow-up', 'follow-up', 'known-contact'])
  })

  test('a salesperson who writes with a colleague of their own gains nothing', async () => {
    const { store, sync, reasons } = await open()
    const cold = deliver(store, {
      from: 'Dale Pruitt <dale@pipelineboost.example>',
      messageId: '<1@pipelineboost.example>',
      headers: [{ name: 'Cc', value: 'Kim <kim@pipelineboost.example>, sam@else.example' }],
    })
    await sync()
    await sync()
    expect(store.load(cold.id).places).toEqual(new Set([ourPlace(store)]))
    expect(await reasons()).toEqual(['cold-outreach', 'known-contact'])
  })
})
