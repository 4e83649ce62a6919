import { replyMarker } from '@doorman/domain/brand'
import { readHeaders } from '@doorman/simulators/world/message/mime'
import { expect, test } from 'vitest'
import type { Reply } from '../../mailbox.ts'
import {
  composeMessage,
  connectMailbox,
  microsoft,
  virtualClock,
  world,
} from '../../testing/fake-microsoft.ts'

async function prepare(headers: readonly { name: string; value: string }[] = []) {
  const calls: string[] = []
  const patches: unknown[] = []
  const connected = await connectMailbox(async (call) => {
    calls.push(call.method)
    if (call.method === 'PATCH') patches.push(await call.clone().json())
  })
  const { mailbox, store, deliver } = connected
  const { stored, id } = await deliver(
    composeMessage({ subject: 'Hello', rfcMessageId: '<pitch@vendor.test>', headers }),
  )
  const reply: Reply = {
    repliesTo: id,
    threadId: (await mailbox.loadMessage(id)).threadId,
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
  return { ...connected, ...mailbox, calls, patches, stored, reply, listSent, listDrafts }
}

test('a reply has the headers of its thread and of an automatic answer', async () => {
  const { replies, reply, listSent } = await prepare([
    { name: 'References', value: '<first@vendor.test>' },
  ])
  await replies.sendDraft((await replies.createDraft(reply)).id, reply)
  const headers = readHeaders(listSent()[0]?.raw ?? new Uint8Array())
  expect(headers.find('x-auto-response-suppress')).toBe('All')
  expect(headers.find(replyMarker)).toBe('claim-1')
  expect(headers.find('in-reply-to')).toBe('<pitch@vendor.test>')
  expect(headers.find('references')).toContain('<first@vendor.test>')
  expect(headers.findText('subject')).toBe('Re: Hello')
  expect(headers.find('content-type')).toContain('text/plain')
})

test('a reply has our subject, without line breaks', async () => {
  const { replies, reply, listSent, patches } = await prepare()
  const subject = 'Re: Other\r\nBcc: x@evil.test'
  const odd = { ...reply, subject }
  await replies.sendDraft((await replies.createDraft(odd)).id, odd)
  expect(patches[0]).toMatchObject({ subject: 'Re: Other Bcc: x@evil.test' })
  const headers = readHeaders(listSent()[0]?.raw ?? new Uint8Array())
  expect(headers.findText('subject')).toBe('Re: Other Bcc: x@evil.test')
})

test('the sent message is in the thread and has our category', async () => {
  const { replies, reply, store, stored } = await prepare()
  microsoft.setQuirks({ sentCopyLateByMs: 0, sentCopyHasNewId: false })
  const draft = await replies.createDraft(reply)
  const { rfcMessageId } = await replies.sendDraft(draft.id, reply)
  expect(draft.rfcMessageId).toBe(rfcMessageId)
  const [sent] = store.list('sent')
  expect(sent?.threadId).toBe(stored.threadId)
  expect(sent?.marks).toContain('category:Doorman')
  expect(sent?.headers.find('message-id')).toBe(rfcMessageId)
})

test('createDraft makes one call', async () => {
  const { replies, reply, calls, listDrafts } = await prepare()
  calls.length = 0
  const { id: draft } = await replies.createDraft(reply)
  expect(calls).toEqual(['POST'])
  expect(await replies.resolveDraft(draft)).toBe('unsent')
  expect(listDrafts()).toEqual([])
})

test('does not send a draft whose recipients cannot be corrected', async () => {
  const { replies, reply, listSent } = await prepare([
    { name: 'Reply-To', value: 'elsewhere@spy.test' },
  ])
  world.faults.push({
    provider: 'microsoft',
    match: ({ method }) => method === 'PATCH',
    effect: { status: 400, body: { error: { code: 'ErrorInvalidRecipients', message: '' } } },
  })
  const { id: draft } = await replies.createDraft(reply)
  await expect(replies.sendDraft(draft, reply)).rejects.toMatchObject({ failure: 'refused' })
  expect(listSent()).toEqual([])
  expect(await replies.resolveDraft(draft)).toBe('unsent')
})

test('does not send a draft whose recipients stay wrong after the correction', async () => {
  const { replies, reply, listSent } = await prepare()
  const elsewhere = { emailAddress: { name: '', address: 'elsewhere@spy.test' } }
  world.faults.push({
    provider: 'microsoft',
    match: ({ method }) => method === 'PATCH',
    effect: {
      status: 200,
      body: { toRecipients: [elsewhere], ccRecipients: [], bccRecipients: [] },
    },
  })
  const { id: draft } = await replies.createDraft(reply)
  await expect(replies.sendDraft(draft, reply)).rejects.toMatchObject({
    failure: 'refused',
    detail: 'recipients',
  })
  expect(listSent()).toEqual([])
})

test('a reply that appears in sent items late counts as sent', async () => {
  const { replies, reply, store, listSent } = await prepare()
  microsoft.setQuirks({ sentCopyLateByMs: 60_000 })
  const { id: draft } = await replies.createDraft(reply)
  const { rfcMessageId } = await replies.sendDraft(draft, reply)
  expect(await replies.resolveDraft(draft)).toBe('sent')
  await virtualClock.advance(60_000)
  expect(await replies.resolveDraft(draft)).toBe('sent')
  expect(listSent()).toHaveLength(1)
  expect([...store.list('sent')][0]?.headers.find('message-id')).toBe(rfcMessageId)
})

test('does not send a draft that the user moved to the bin', async () => {
  const { replies, reply, store, listSent, listDrafts } = await prepare()
  const { id: draft } = await replies.createDraft(reply)
  const [stored] = listDrafts()
  store.update(stored?.id ?? '', { folders: new Set(['bin']), marks: new Set(['unsent']) })
  await expect(replies.sendDraft(draft, reply)).rejects.toMatchObject({ failure: 'gone' })
  expect(await replies.resolveDraft(draft)).toBe('unsent')
  expect(listSent()).toEqual([])
})

test('resolveDraft gives the same result twice', async () => {
  const { replies, reply } = await prepare()
  const { id: draft } = await replies.createDraft(reply)
  expect(await replies.resolveDraft(draft)).toBe('unsent')
  expect(await replies.resolveDraft(draft)).toBe('unsent')
})

test('resolveDraft does not try to delete a sent message', async () => {
  const { replies, reply, store, calls } = await prepare()
  microsoft.setQuirks({ sentCopyLateByMs: 0, sentCopyHasNewId: false })
  const { id: draft } = await replies.createDraft(reply)
  await replies.sendDraft(draft, reply)
  await replies.resolveDraft(draft)
  expect(calls).not.toContain('DELETE')
  expect([...store.list('sent')]).toHaveLength(1)
})
