import { mailboxes } from '@doorman/db/schema'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { interceptMove } from '../../testing/fake-moves.ts'
import { openFakePipeline, type FakeInbox, type FakeMessage } from '../../testing/fake-pipeline.ts'
import { newReplyingInbox, withDmarcPass } from '../../testing/fake-replies.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'

const world = await openFakePipeline()
const { ctx, sync } = world

beforeEach(() => world.judgeAll('cold'))

/** A cold message arrives, is set aside and gets a reply if it may. */
async function receive(ann: FakeInbox, message: FakeMessage = {}) {
  const id = ann.receive(withDmarcPass(message))
  await sync(ann)
  return id
}

describe('a message to an alias', () => {
  const alias = 'sales@own.example'

  async function newAlias(provider: 'gmail' | 'microsoft') {
    const ann = await newReplyingInbox(world)
    await ctx.db
      .update(mailboxes)
      .set({ provider, ownAddresses: [alias] })
      .where(eq(mailboxes.id, ann.id))
    return ann
  }

  test('at Gmail is answered from the alias', async () => {
    const ann = await newAlias('gmail')
    await receive(ann, { sentTo: 'Sales+news@OWN.example' })
    expect(ann.box.sentReplies.map(({ from }) => from)).toEqual([alias])
  })

  test('at Microsoft gets no reply, but one to the primary address does', async () => {
    const ann = await newAlias('microsoft')
    const headers = { 'Authentication-Results': 'dmarc=pass header.from=vendor.example' }
    const id = await receive(ann, { sentTo: alias, headers })
    expect(ann.box.messages.get(id)?.location).toBe('set-aside')
    expect(ann.box.sentReplies).toEqual([])
    await receive(ann, { headers })
    expect(ann.box.sentReplies.map(({ from }) => from)).toEqual([ann.address])
  })
})

test('no reply is sent while the index of correspondents is incomplete', async () => {
  const ann = await newReplyingInbox(world, { isScanned: false })
  ann.box.listSent = () => Promise.reject(new MailError('unavailable', 'test'))
  await sync(ann)
  const id = await receive(ann)
  // The provider's search is reliable here, so the message is set aside.
  expect(ann.box.messages.get(id)?.location).toBe('set-aside')
  expect(ann.box.sentReplies).toEqual([])
})

test('no reply is sent to a sender to whom the user has written since the message was judged', async () => {
  const ann = await newReplyingInbox(world)
  interceptMove(ann.box, async (run) => {
    await run()
    ann.box.sentByUser.push({ to: ['kim@vendor.example'], rfcMessageId: '<hello@own>' })
    await syncMailbox(ctx, { mailboxId: ann.id })
  })
  const id = await receive(ann)
  expect(ann.box.messages.get(id)?.location).toBe('set-aside')
  expect(ann.box.sentReplies).toEqual([])
})

test('our reply does not make its recipient a known contact, even if the copy is late and unmarked', async () => {
  const ann = await newReplyingInbox(world)
  await receive(ann)
  expect(ann.box.sentReplies).toHaveLength(1)
  await sync(ann)
  ann.box.copySentReplies()
  const next = await receive(ann, { from: 'kim@vendor.example' })
  expect(ann.box.messages.get(next)?.location).toBe('set-aside')
})
