import { newPerson } from '@doorman/api/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/test-db'
import { productName } from '@doorman/domain/brand'
import { providers } from '@doorman/domain/mailbox'
import { compose } from '@doorman/simulators/world/compose'
import type { MailStore, StoredMail } from '@doorman/simulators/world/mail-store'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './fake-demo.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { ctx, world } = demo

beforeEach(() => world.faults.clear())

const pitch = {
  from: 'Dale Pruitt <dale@pipelineboost.example>',
  subject: 'Quick question about your pipeline',
  text: `Hi Ann,

I came across your company and was impressed by your growth. I'm the founder of PipelineBoost. We help B2B teams like yours book 30+ qualified sales meetings a month, without hiring more SDRs. We did it for Acme and Globex: 3x more pipeline in 90 days.

Do you have 15 minutes for a quick call next week? If you're not the right person, who should I talk to?

Best,
Dale Pruitt
Founder, PipelineBoost`,
}
const ordinary = {
  ...pitch,
  subject: 'Invoice 2231',
  text: `Hello,

the invoice for our order of last Tuesday says twelve boxes, and eleven have arrived. Could you look into it and send a corrected one?

Thank you,
Dale`,
}

let letters = 0

function deliver(store: MailStore, letter = pitch): StoredMail {
  letters += 1
  const messageId = `<${letters}@words.example>`
  const mail = { ...letter, to: store.address, date: world.clock.now(), messageId }
  return world.deliver(compose(mail), store.address)
}

type Shown = { id: string; action?: string; isGone: boolean; subject: string }

describe.each(providers)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'

  /** Somebody whose only mail is a pitch that was set aside. */
  async function open() {
    const ann = await newPerson(demo)
    const store = demo.newMailbox(provider)
    const { sync } = await demo.open(ann, provider, store)
    const list = async () =>
      (await demo.ask('GET', '/api/filtered-emails', ann)).body['list'] as Shown[]
    const mail = deliver(store)
    await sync()
    const [shown] = await list()
    const at = `/api/filtered-emails/${shown?.id}`
    const act = async (action: 'restore' | 'spam' | 'undo') => {
      const answer =
        action === 'undo'
          ? await demo.ask('POST', `${at}/undo`, ann)
          : await demo.ask('POST', `${at}/action`, { ...ann, body: { action } })
      expect(answer.status).toBe(200)
      await demo.settle()
    }
    const look = ({ id }: StoredMail) => {
      const { places, isRead } = store.load(id)
      return { places: [...places].map((place) => (place === ours() ? 'ours' : place)), isRead }
    }
    const ours = () => store.userPlaces.find(({ name }) => name === productName)?.id
    expect(look(mail)).toEqual({ places: ['ours'], isRead: true })
    return { ann, store, mail, sync, list, act, look, at }
  }

  test('F32: restored, it is in the inbox, unread and without our mark, and the sender’s next one stays', async () => {
    const { store, mail, sync, list, act, look } = await open()
    await act('restore')
    expect(look(mail)).toEqual({ places: ['inbox'], isRead: false })
    const next = deliver(store)
    await sync()
    await sync()
    expect(look(next)).toEqual({ places: ['inbox'], isRead: false })
    expect(look(mail)).toEqual({ places: ['inbox'], isRead: false })
    expect(await list()).toMatchObject([{ action: 'restored', isGone: false }])
    expect(store.size).toBe(2)
  })

  test('reported, it is junk, and whatever the sender writes next is set aside', async () => {
    const { store, mail, sync, list, act, look } = await open()
    await act('spam')
    expect(look(mail)).toEqual({ places: ['junk'], isRead: true })
    const next = [ordinary, { ...ordinary, text: 'Any thoughts?' }].map((one) =>
      deliver(store, one),
    )
    await sync()
    await sync()
    for (const one of next) expect(look(one)).toEqual({ places: ['ours'], isRead: true })
    expect(look(mail)).toEqual({ places: ['junk'], isRead: true })
    // Nobody judged them, so there is no confidence to show.
    const unjudged = { subject: ordinary.subject, classificationScore: 0, detectedSignals: [] }
    expect(await list()).toMatchObject([unjudged, unjudged, { action: 'spam' }])
    expect(store.size).toBe(3)
  })

  test.each(['restore', 'spam'] as const)(
    '%s, and taken back: set aside as before',
    async (word) => {
      const { store, mail, sync, list, act, look } = await open()
      await act(word)
      await sync()
      await act('undo')
      await sync()
      expect(look(mail)).toEqual({ places: ['ours'], isRead: true })
      const next = deliver(store)
      const question = deliver(store, ordinary)
      await sync()
      expect(look(next)).toEqual({ places: ['ours'], isRead: true })
      expect(look(question)).toEqual({ places: ['inbox'], isRead: false })
      for (const shown of await list()) expect(shown).not.toHaveProperty('action')
    },
  )

  test('F32: put back by hand out of the junk, it is restored', async () => {
    const { store, mail, sync, list, act, look } = await open()
    await act('spam')
    await sync()
    store.move(mail.id, 'inbox')
    await sync()
    expect(await list()).toMatchObject([{ action: 'restored' }])
    expect(look(mail).places).toEqual(['inbox'])
  })

  test('F70: deleted by hand, it says so after the act', async () => {
    const { store, mail, list, act } = await open()
    store.remove(mail.id)
    await act('restore')
    expect(await list()).toMatchObject([{ isGone: true }])
  })

  test.each(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const)(
    'R4: %s at any call loses no word',
    async (make) => {
      const { mail, act, look } = await open()
      demo.expectError('job-failed')
      const words = ['restore', 'spam', 'undo', 'restore'] as const
      const places = { restore: 'inbox', spam: 'junk', undo: 'ours' }
      for (const [index, word] of words.entries()) {
        let seen = 0
        const match = () => (seen += 1) === index + 1
        world.faults.push({ provider: service, make, match, times: 1 })
        await act(word)
        world.faults.clear()
        await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        await demo.settle()
        expect(look(mail).places).toEqual([places[word]])
      }
    },
  )

  test('162: the preview is what the mail says now, and a mailbox out of reach says so', async () => {
    const { ann, at } = await open()
    const { status, body } = await demo.ask('GET', `${at}/preview`, ann)
    expect(status).toBe(200)
    expect(body).toEqual({ text: pitch.text, isCut: false })
    world.faults.push({ provider: service, make: 'server-error', match: () => true, times: 100 })
    expect(await demo.ask('GET', `${at}/preview`, ann)).toMatchObject({ status: 503 })
  })
})
