import { MailError } from '@doorman/mail/mail-error'
import type { DecisionId } from '@doorman/domain/ids'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { actorOf, receiveAndSetAside } from '../testing/fake-filtered-emails.ts'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { findWebLink } from './find-web-link.ts'

const world = await openFakePipeline()
const { ctx, newInbox } = world

const find = (inbox: FakeInbox, { id }: { id: DecisionId }) =>
  findWebLink(ctx, actorOf(inbox), { id })

test('an email has a link to itself at its provider', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann)
  const [decision] = await ann.decisions()
  expect(await find(ann, email)).toBe(`https://web-mail.test/${decision?.providerMessageId}`)
})

test('another user’s email is not found, as one that does not exist', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const email = await receiveAndSetAside(world, bob)
  const opened = world.mail.opened.length
  await expect(find(ann, email)).rejects.toMatchObject({ code: 'not-found' })
  await expect(find(ann, { id: randomUUID() as DecisionId })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(world.mail.opened).toHaveLength(opened)
})

test('a failure of the provider becomes an error with a message', async () => {
  const ann = await newInbox()
  const email = await receiveAndSetAside(world, ann)
  ann.box.findWebLink = () => Promise.reject(new MailError('gone', 'test'))
  await expect(find(ann, email)).rejects.toThrow('This email is no longer in your mailbox.')
})
