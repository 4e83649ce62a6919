import { expect, test } from 'vitest'
import type { ProviderMessageId, Reply } from '../../mailbox.ts'
import { parseMime } from '../../mime/parse-mime.ts'
import { composeReply } from './compose-reply.ts'

const date = new Date('2026-11-15T12:00:00Z')
const reply: Reply = {
  repliesTo: '1' as ProviderMessageId,
  threadId: '1',
  from: 'ann@own.test',
  to: 'pat@vendor.test',
  subject: 'Re: Über uns',
  text: 'Thank you.\n\nGrüße',
  inReplyTo: '<2@vendor.test>',
  references: ['<1@vendor.test>'],
  claimId: '8f14e45f',
}

async function compose(override: Partial<Reply> = {}, name = '') {
  const sender = { name, address: override.from ?? reply.from }
  const raw = await composeReply({ ...reply, ...override }, sender, date)
  const parsed = await parseMime(raw)
  if (parsed === 'unreadable') throw new Error('unreadable')
  return { raw: raw.toString(), ...parsed }
}

test('a reply has the headers of its thread, of an automatic answer and of Doorman', async () => {
  const { raw, message, rfcMessageId, date: sentAt } = await compose()
  expect(message).toMatchObject({
    from: { name: '', address: 'ann@own.test' },
    to: [{ name: '', address: 'pat@vendor.test' }],
    replyTo: null,
    subject: 'Re: Über uns',
    body: { text: 'Thank you.\r\n\r\nGrüße\r\n', html: null },
  })
  expect(rfcMessageId).toBe('<8f14e45f@own.test>')
  expect(sentAt).toEqual(date)
  const names = ['In-Reply-To', 'References', 'Auto-Submitted', 'X-Auto-Response-Suppress']
  expect(names.map((name) => message.headers.get(name))).toEqual([
    '<2@vendor.test>',
    '<1@vendor.test> <2@vendor.test>',
    'auto-replied',
    'All',
  ])
  expect(message.headers.get('X-Doorman-Reply')).toBe('8f14e45f')
  expect(message.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/)
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('references the first and the newest messages of a long thread', async () => {
  const references = Array.from({ length: 100 }, (_, index) => `<${index}@vendor.test>`)
  const { message } = await compose({ references })
  const referenced = message.headers.get('references')?.split(/\s+/) ?? []
  expect(referenced).toHaveLength(20)
  expect([referenced[0], referenced[1], referenced.at(-1)]).toEqual([
    '<0@vendor.test>',
    '<82@vendor.test>',
    '<2@vendor.test>',
  ])
})

test.each<Partial<Reply>>([
  { subject: 'Re: x\r\nBcc: eve@evil.test' },
  { subject: 'Re: x\nContent-Type: text/html\n\n<b>' },
  { to: 'pat@vendor.test\r\nBcc: eve@evil.test' },
  { to: 'pat@vendor.test, eve@evil.test' },
  { inReplyTo: '<2@vendor.test>\r\nBcc: eve@evil.test' },
  { references: ['<1@vendor.test>\r\nBcc: eve@evil.test'] },
])('%j adds no header and no recipient', async (override) => {
  const { message } = await compose(override)
  expect(message.headers.has('bcc')).toBe(false)
  expect(message.headers.all('content-type')).toHaveLength(1)
  expect(message.to.length).toBeLessThanOrEqual(1)
})
