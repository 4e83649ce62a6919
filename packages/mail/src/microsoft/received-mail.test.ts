import { expect, test } from 'vitest'
import { toReceivedMail } from './received-mail.ts'

const mail = {
  id: 'AAkALgAAAAAAHYQ=',
  conversationId: 'AAQkAD=',
  internetMessageId: '<graph@example.com>',
  receivedDateTime: '2026-03-01T09:30:00Z',
  isRead: false,
  subject: 'As Graph has it',
  from: { emailAddress: { name: 'Pat "P" Vendor', address: 'Pat@Vendor.test' } },
  toRecipients: [{ emailAddress: { name: 'Ann', address: 'ann@example.com' } }],
  ccRecipients: [{ emailAddress: { name: 'Kim', address: 'kim@example.com' } }],
  replyTo: [],
  body: { contentType: 'html', content: '<p>Hello</p>' },
}

const headers = [
  { name: 'Authentication-Results', value: 'spf=pass; dmarc=pass' },
  { name: 'From', value: 'Pat <pat@vendor.test>' },
  { name: 'To', value: 'ann@example.com' },
  { name: 'Subject', value: '=?utf-8?q?As_it_was_sent?=' },
  { name: 'Message-ID', value: '<sent@vendor.test>' },
]

test('a mail is read as its headers have it', () => {
  const read = toReceivedMail({ ...mail, internetMessageHeaders: headers }, 'inbox')
  expect(read).toMatchObject({
    id: mail.id,
    threadId: 'AAQkAD=',
    messageId: '<sent@vendor.test>',
    receivedAt: new Date('2026-03-01T09:30:00Z'),
    place: 'inbox',
    isRead: false,
  })
  expect(read.message).toMatchObject({
    from: { name: 'Pat', address: 'pat@vendor.test' },
    to: [{ address: 'ann@example.com' }],
    replyTo: null,
    subject: 'As it was sent',
    body: { text: null, html: '<p>Hello</p>' },
  })
  expect(read.message.headers.get('authentication-results')).toBe('spf=pass; dmarc=pass')
})

test('a mail without headers, such as a sent one, is read as Graph has it', () => {
  for (const internetMessageHeaders of [undefined, null, []]) {
    const read = toReceivedMail({ ...mail, internetMessageHeaders }, 'sent')
    expect(read.messageId).toBe('<graph@example.com>')
    expect(read.message).toMatchObject({
      from: { name: 'Pat "P" Vendor', address: 'pat@vendor.test' },
      to: [{ name: 'Ann', address: 'ann@example.com' }],
      cc: [{ name: 'Kim', address: 'kim@example.com' }],
      replyTo: null,
      subject: 'As Graph has it',
    })
  }
})

test('F46: two senders in the headers are nobody, whomever Graph picks', () => {
  const two = [...headers, { name: 'From', value: 'other@vendor.test' }]
  const read = toReceivedMail({ ...mail, internetMessageHeaders: two }, 'inbox')
  expect(read.message.from).toBeNull()
})

test('a sender without an address is nobody', () => {
  const read = toReceivedMail({ ...mail, from: { emailAddress: { name: 'Pat' } } }, 'inbox')
  expect(read.message.from).toBeNull()
})

test.each([
  [
    { contentType: 'text', content: 'Hello' },
    { text: 'Hello', html: null },
  ],
  [
    { contentType: 'HTML', content: '<p>' },
    { text: null, html: '<p>' },
  ],
  [
    { contentType: 'text', content: '' },
    { text: null, html: null },
  ],
  [null, { text: null, html: null }],
])('a body of %j', (body, expected) => {
  expect(toReceivedMail({ ...mail, body }, 'inbox').message.body).toEqual(expected)
})

test.each([
  ['no id', { id: undefined }],
  ['no date', { receivedDateTime: 'yesterday' }],
  ['headers that are none', { internetMessageHeaders: 'From: x' }],
  ['a header without a name', { internetMessageHeaders: [{ value: 'x' }] }],
])('F28: a mail with %s is nonsense, and may be better later', (_case, flaw) => {
  expect(() => toReceivedMail({ ...mail, ...flaw }, 'inbox')).toThrow(
    expect.objectContaining({ failure: 'unavailable' }),
  )
})
