import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { loadLocalModel } from '@doorman/classifier/load-local-model'
import { createTestDatabase } from '@doorman/db/testing/test-db'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { hourMs, minuteMs } from '@doorman/domain/time'
import { compose } from '@doorman/simulators/world/message/compose'
import { describe, expect, test } from 'vitest'
import { openDemo } from './harness/demo.ts'
import { ownFolder, pitch } from './harness/messages.ts'

const demo = await openDemo(await createTestDatabase(), { classifier: loadLocalModel() })
const { world } = demo

let count = 0

/** A Pro user who agreed to replies, with an empty mailbox. */
async function open(provider: MailProvider) {
  const ann = await newSignedInUser(demo)
  const store = demo.newMailbox(provider)
  const { sync, mailboxId } = await demo.open(ann, provider, store)
  await demo.allowReplies(ann)
  const setPaused = (isPaused: boolean) =>
    demo.request(
      'PATCH',
      `/api/${provider}-accounts/${mailboxId}/${isPaused ? 'pause' : 'unpause'}`,
      ann,
    )
  return {
    store,
    sync,
    setPaused,
    /** A pitch from a sender of its own, which the provider delivers to this folder. */
    deliver(folder: 'inbox' | 'junk' | 'archive') {
      count += 1
      const raw = compose({
        ...pitch,
        from: `Dale <dale@vendor${count}.example>`,
        to: store.address,
        date: world.clock.now(),
        rfcMessageId: `<${count}@messages.example>`,
      })
      return world.deliver(raw, store.address, { folders: [folder] }).id
    },
    locate(id: string) {
      const { folders, isRead } = store.load(id)
      const isSetAside = folders.has(ownFolder(store))
      return { folders: isSetAside ? ['set-aside'] : [...folders], isRead }
    },
    countReplies: () =>
      world.record.sends.filter(({ mailbox }) => mailbox === store.address).length,
    async listReasons() {
      const { body } = await demo.request('GET', `/api/activity?accountId=${mailboxId}`, ann)
      return (body['list'] as { reasoning: string }[]).map(({ reasoning }) => reasoning)
    },
  }
}

const untouched = { folders: ['inbox'], isRead: false }
const setAside = { folders: ['set-aside'], isRead: true }
const movedByHand = 'You moved this email to your inbox.'

describe.each(mailProviders)('%s, through the real adapter', (provider) => {
  test('a pitch that the user moves to the inbox stays there, and its sender gets no reply', async () => {
    const { store, sync, deliver, locate, countReplies, listReasons } = await open(provider)
    const moved = [deliver('junk'), deliver('archive')]
    await sync(10 * minuteMs)
    // Moved before we have seen the mailbox.
    moved.push(deliver('junk'), deliver('archive'))
    for (const id of moved) store.move(id, 'inbox')
    for (let repeat = 0; repeat < 2; repeat++) {
      await sync()
      for (const id of moved) expect(locate(id)).toEqual(untouched)
      expect(await listReasons()).toEqual(moved.map(() => movedByHand))
    }
    expect(countReplies()).toBe(0)

    const arrived = deliver('inbox')
    await sync()
    expect(locate(arrived)).toEqual(setAside)
    expect(countReplies()).toBe(1)
    expect(await listReasons()).toHaveLength(5)
  })

  test('after a pause, messages that arrived during it are set aside, and those that the user moved stay', async () => {
    const { store, sync, setPaused, deliver, locate } = await open(provider)
    const moved = deliver('archive')
    await sync(10 * minuteMs)
    await setPaused(true)
    await sync(hourMs)
    const arrived = deliver('inbox')
    store.move(moved, 'inbox')
    await sync(hourMs)
    await setPaused(false)
    await sync()
    expect(locate(moved)).toEqual(untouched)
    expect(locate(arrived)).toEqual(setAside)
  })
})
