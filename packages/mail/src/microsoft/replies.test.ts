import { replyMarker } from '@doorman/domain/brand'
import { readHeaders } from '@doorman/simulators/world/mime'
import { expect, test } from 'vitest'
import type { Reply } from '../mailbox.ts'
import { composeMail, connectMailbox, microsoft, virtualClock, world } from './fake-microsoft.ts'

async function prepare(headers: readonly { name: string; value: string }[] = []) {
  const calls: string[] = []
  const patches: unknown[] = []
  const connected = await connectMailbox(async (asked) => {
    calls.push(asked.method)
    if (asked.method === 'PATCH') patches.push(await asked.clone().json())
  })
  const { mailbox, store, deliver } = connected
  const { mail, id } = await deliver(
    composeMail({ subject: 'Hello', messageId: '<pitch@vendor.test>', headers }),
  )
  const reply: Reply = {
    toMail: id,
    threadId: (await mailbox.loadMail(id)).threadId,
    from: store.address,
    to: 'pat@vendor.test',
    subject: 'Re: Hello',
    text: 'Thank you, but no.',
    inReplyTo: '<pitch@vendor.test>',
    references: [],
    claimId: 'claim-1',
  }
  const listSent = () => world.record.sends.filter((send) => send.mailbox === store.address)
  const listDrafts = () => [...store.list('drafts')]
  return { ...connected, ...mailbox, calls, patches, mail, reply, listSent, listDrafts }
}

test('a reply has the manners that Exchange lets it have', async () => {
  const { replies, reply, listSent } = await prepare([
    { name: 'References', value: '<first@vendor.test>' },
  ])
  await replies.send((await replies.draft(reply)).id, reply)
  const headers = readHeaders(listSent()[0]?.raw ?? new Uint8Array())
  expect(headers.find('x-auto-response-suppress')).toBe('All')
  expect(headers.find(replyMarker)).toBe('claim-1')
  expect(headers.find('in-reply-to')).toBe('<pitch@vendor.test>')
  expect(headers.find('references')).toContain('<first@vendor.test>')
  expect(headers.findText('subject')).toBe('Re: Hello')
  expect(headers.find('content-type')).toContain('text/plain')
})

test('F65: our own subject goes out, and is one line before it leaves us', async () => {
  const { replies, reply, listSent, patches } = await prepare()
  const subject = 'Re: Other\r\nBcc: x@evil.test'
  const odd = { ...reply, subject }
  await replies.send((await replies.draft(odd)).id, odd)
  expect(patches[0]).toMatchObject({ subject: 'Re: Other Bcc: x@evil.test' })
  const headers = readHeaders(listSent()[0]?.raw ?? new Uint8Array())
  expect(headers.findText('subject')).toBe('Re: Other Bcc: x@evil.test')
})

test('the sent mail lies in the thread, and bears our mark', async () => {
  const { replies, reply, store, mail } = await prepare()
  const draft = await replies.draft(reply)
  const { messageId } = await replies.send(draft.id, reply)
  expect(draft.messageId).toBe(messageId)
  const [sent] = store.list('sent')
  expect(sent).toMatchObject({ threadId: mail.threadId, marks: new Set(['category:Doorman']) })
  expect(sent?.headers.find('message-id')).toBe(messageId)
})

test('F3: a draft is one call, so that no crash leaves one behind that we could have known of', async () => {
  const { replies, reply, calls, listDrafts } = await prepare()
  calls.length = 0
  const { id: draft } = await replies.draft(reply)
  expect(calls).toEqual(['POST'])
  expect(await replies.settle(draft)).toBe('unsent')
  expect(listDrafts()).toEqual([])
})

test('a draft that cannot be put right is not sent', async () => {
  const { replies, reply, listSent } = await prepare([
    { name: 'Reply-To', value: 'elsewhere@spy.test' },
  ])
  world.faults.push({
    provider: 'microsoft',
    match: ({ method }) => method === 'PATCH',
    make: { status: 400, body: { error: { code: 'ErrorInvalidRecipients', message: '' } } },
  })
  const { id: draft } = await replies.draft(reply)
  await expect(replies.send(draft, reply)).rejects.toMatchObject({ failure: 'refused' })
  expect(listSent()).toEqual([])
  expect(await replies.settle(draft)).toBe('unsent')
})

test('F64: a draft that stays addressed elsewhere is refused', async () => {
  const { replies, reply, listSent } = await prepare()
  const elsewhere = { emailAddress: { name: '', address: 'elsewhere@spy.test' } }
  world.faults.push({
    provider: 'microsoft',
    match: ({ method }) => method === 'PATCH',
    make: { status: 200, body: { toRecipients: [elsewhere], ccRecipients: [], bccRecipients: [] } },
  })
  const { id: draft } = await replies.draft(reply)
  await expect(replies.send(draft, reply)).rejects.toMatchObject({
    failure: 'refused',
    detail: 'recipients',
  })
  expect(listSent()).toEqual([])
})

test('F3: a sent mail that shows up late is sent all the same', async () => {
  const { replies, reply, store, listSent } = await prepare()
  microsoft.behave({ sentItemsLateByMs: 60_000 })
  const { id: draft } = await replies.draft(reply)
  const { messageId } = await replies.send(draft, reply)
  expect(await replies.settle(draft)).toBe('sent')
  await virtualClock.advance(60_000)
  expect(await replies.settle(draft)).toBe('sent')
  expect(listSent()).toHaveLength(1)
  expect([...store.list('sent')][0]?.headers.find('message-id')).toBe(messageId)
})

test('I6: a draft that the user threw away is not sent', async () => {
  const { replies, reply, store, listSent, listDrafts } = await prepare()
  const { id: draft } = await replies.draft(reply)
  const [stored] = listDrafts()
  store.update(stored?.id ?? '', { places: new Set(['bin']), marks: new Set(['unsent']) })
  await expect(replies.send(draft, reply)).rejects.toMatchObject({ failure: 'gone' })
  expect(await replies.settle(draft)).toBe('unsent')
  expect(listSent()).toEqual([])
})

test('settling twice finds the same', async () => {
  const { replies, reply } = await prepare()
  const { id: draft } = await replies.draft(reply)
  expect(await replies.settle(draft)).toBe('unsent')
  expect(await replies.settle(draft)).toBe('unsent')
})

test('settling does not even try to delete what was sent', async () => {
  const { replies, reply, store, calls } = await prepare()
  const { id: draft } = await replies.draft(reply)
  await replies.send(draft, reply)
  await replies.settle(draft)
  expect(calls).not.toContain('DELETE')
  expect([...store.list('sent')]).toHaveLength(1)
})
