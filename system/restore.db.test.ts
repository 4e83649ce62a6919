import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { productName } from '@doorman/domain/brand'
import { mailProviders } from '@doorman/domain/mail/mailbox'
import { sampleEvery } from '@doorman/domain/testing/sample'
import { compose } from '@doorman/simulators/world/message/compose'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import type { StoredMessage } from '@doorman/simulators/world/mailbox/stored-message'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'

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

let messageCount = 0

function deliver(store: MailStore, message = pitch): StoredMessage {
  messageCount += 1
  const rfcMessageId = `<${messageCount}@messages.example>`
  const composition = { ...message, to: store.address, date: world.clock.now(), rfcMessageId }
  return world.deliver(compose(composition), store.address)
}

type Shown = { id: string; action?: string; isGone: boolean; subject: string }

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  const service = provider === 'gmail' ? 'google' : 'microsoft'
  /** `npm test` tries each failure with one of the providers. */
  const share = <T>(failures: readonly T[]) =>
    sampleEvery(failures, mailProviders.length, mailProviders.indexOf(provider))

  /** A user whose only message is a pitch that was set aside. */
  async function open() {
    const ann = await newSignedInUser(demo)
    const store = demo.newMailbox(provider)
    const { sync } = await demo.open(ann, provider, store)
    const list = async () =>
      (await demo.request('GET', '/api/filtered-emails', ann)).body['list'] as Shown[]
    const message = deliver(store)
    await sync()
    const [shown] = await list()
    const at = `/api/filtered-emails/${shown?.id}`
    const act = async (action: 'restore' | 'spam' | 'undo') => {
      const answer =
        action === 'undo'
          ? await demo.request('POST', `${at}/undo`, ann)
          : await demo.request('POST', `${at}/action`, { ...ann, body: { action } })
      expect(answer.status).toBe(200)
      await demo.runJobsUntilIdle()
    }
    const locate = ({ id }: StoredMessage) => {
      const { folders, isRead } = store.load(id)
      return {
        folders: [...folders].map((folder) => (folder === ours() ? 'ours' : folder)),
        isRead,
      }
    }
    const ours = () => store.userFolders.find(({ name }) => name === productName)?.id
    expect(locate(message)).toEqual({ folders: ['ours'], isRead: true })
    return { ann, store, message, sync, list, act, locate, at }
  }

  test('restore puts a filtered message into the inbox, unread and without our label, and the sender’s next message stays', async () => {
    const { store, message, sync, list, act, locate } = await open()
    await act('restore')
    expect(locate(message)).toEqual({ folders: ['inbox'], isRead: false })
    const next = deliver(store)
    await sync()
    await sync()
    expect(locate(next)).toEqual({ folders: ['inbox'], isRead: false })
    expect(locate(message)).toEqual({ folders: ['inbox'], isRead: false })
    expect(await list()).toMatchObject([{ action: 'restored', isGone: false }])
    expect(store.size).toBe(2)
  })

  test('report spam moves a filtered message to junk, and the sender’s next messages are set aside', async () => {
    const { store, message, sync, list, act, locate } = await open()
    await act('spam')
    expect(locate(message)).toEqual({ folders: ['junk'], isRead: true })
    const next = [ordinary, { ...ordinary, text: 'Any thoughts?' }].map((one) =>
      deliver(store, one),
    )
    await sync()
    await sync()
    for (const one of next) expect(locate(one)).toEqual({ folders: ['ours'], isRead: true })
    expect(locate(message)).toEqual({ folders: ['junk'], isRead: true })
    // They were not judged, so there is no score.
    const unjudged = { subject: ordinary.subject, classificationScore: 0, detectedSignals: [] }
    expect(await list()).toMatchObject([unjudged, unjudged, { action: 'spam' }])
    expect(store.size).toBe(3)
  })

  test.each(['restore', 'spam'] as const)(
    'undo after %s sets the message aside as before',
    async (action) => {
      const { store, message, sync, list, act, locate } = await open()
      await act(action)
      await sync()
      await act('undo')
      await sync()
      expect(locate(message)).toEqual({ folders: ['ours'], isRead: true })
      const next = deliver(store)
      const question = deliver(store, ordinary)
      await sync()
      expect(locate(next)).toEqual({ folders: ['ours'], isRead: true })
      expect(locate(question)).toEqual({ folders: ['inbox'], isRead: false })
      for (const shown of await list()) expect(shown).not.toHaveProperty('action')
    },
  )

  test('a user who moves a reported message from junk to the inbox restores it', async () => {
    const { store, message, sync, list, act, locate } = await open()
    await act('spam')
    await sync()
    store.move(message.id, 'inbox')
    await sync()
    expect(await list()).toMatchObject([{ action: 'restored' }])
    expect(locate(message).folders).toEqual(['inbox'])
  })

  test('an action on a message deleted in the mailbox shows that it is gone', async () => {
    const { store, message, list, act } = await open()
    store.remove(message.id)
    await act('restore')
    expect(await list()).toMatchObject([{ isGone: true }])
  })

  test.each(share(['server-error', 'rate-limit', 'cut', 'garbage', 'applied-then-500'] as const))(
    '%s at any provider call loses no action',
    async (effect) => {
      const { message, act, locate } = await open()
      const actions = ['restore', 'spam', 'undo', 'restore'] as const
      const expectedFolders = { restore: 'inbox', spam: 'junk', undo: 'ours' }
      for (const [index, action] of actions.entries()) {
        let seen = 0
        const match = () => (seen += 1) === index + 1
        world.faults.push({ provider: service, effect, match, times: 1 })
        await act(action)
        world.faults.clear()
        // Gmail asks us to wait for a minute.
        await demo.clock.advance(60_000)
        demo.advance(60_000)
        await ctx.db.execute("update pgboss.job set start_after = now() where state = 'retry'")
        await demo.runJobsUntilIdle()
        expect(locate(message).folders).toEqual([expectedFolders[action]])
      }
    },
  )

  test('the preview shows the current message, or that the mailbox is out of reach', async () => {
    const { ann, at } = await open()
    const { status, body } = await demo.request('GET', `${at}/preview`, ann)
    expect(status).toBe(200)
    expect(body).toEqual({ text: pitch.text, isCut: false })
    world.faults.push({ provider: service, effect: 'server-error', match: () => true, times: 100 })
    expect(await demo.request('GET', `${at}/preview`, ann)).toMatchObject({ status: 503 })
  })
})
