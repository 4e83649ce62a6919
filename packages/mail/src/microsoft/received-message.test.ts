import { expect, test } from 'vitest'
import { toReceivedMessage } from './received-message.ts'

const json = {
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

test('reads a message from its headers', () => {
  const read = toReceivedMessage({ ...json, internetMessageHeaders: headers }, 'inbox')
  expect(read).toMatchObject({
    id: json.id,
    threadId: 'AAQkAD=',
    rfcMessageId: '<sent@vendor.test>',
    receivedAt: new Date('2026-03-01T09:30:00Z'),
    location: 'inbox',
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

test('reads a message without headers from the fields of Graph', () => {
  for (const internetMessageHeaders of [undefined, null, []]) {
    const read = toReceivedMessage({ ...json, internetMessageHeaders }, 'sent')
    expect(read.rfcMessageId).toBe('<graph@example.com>')
    expect(read.message).toMatchObject({
      from: { name: 'Pat "P" Vendor', address: 'pat@vendor.test' },
      to: [{ name: 'Ann', address: 'ann@example.com' }],
      cc: [{ name: 'Kim', address: 'kim@example.com' }],
      replyTo: null,
      subject: 'As Graph has it',
    })
  }
})

test.each([
  [[], false],
  [['ucf:0;jmr:0;auth:0;dest:I;ENG:(910005)'], false],
  [['ucf:0; jmr:1; ex:0; auth:0; dest:J;\r\n ENG:(750127);RF:JunkEmail;'], true],
  [['ucf:1;jmr:0;auth:0;dest:C;OFR:CustomRules;ENG:(910001)'], true],
  [['ucf:0;dest:I;ENG:(910005)', 'dest:J'], false],
  [['dest:Inbox;note:dest:J'], false],
])('a message with the delivery notes %j was delivered elsewhere: %s', (notes, isElsewhere) => {
  const notedHeaders = notes.map((value) => ({
    name: 'X-Microsoft-Antispam-Mailbox-Delivery',
    value,
  }))
  const internetMessageHeaders = [...notedHeaders, ...headers]
  const read = toReceivedMessage({ ...json, internetMessageHeaders }, 'inbox')
  expect(read.wasDeliveredElsewhere).toBe(isElsewhere)
})

test('returns no sender if the headers name two, whichever Graph picks', () => {
  const two = [...headers, { name: 'From', value: 'other@vendor.test' }]
  const read = toReceivedMessage({ ...json, internetMessageHeaders: two }, 'inbox')
  expect(read.message.from).toBeNull()
})

test('returns no sender if there is no address', () => {
  const read = toReceivedMessage({ ...json, from: { emailAddress: { name: 'Pat' } } }, 'inbox')
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
])('reads the body %j', (body, expected) => {
  expect(toReceivedMessage({ ...json, body }, 'inbox').message.body).toEqual(expected)
})

test.each([
  ['no id', { id: undefined }],
  ['no date', { receivedDateTime: 'yesterday' }],
  ['malformed headers', { internetMessageHeaders: 'From: x' }],
  ['a header without a name', { internetMessageHeaders: [{ value: 'x' }] }],
])('a message with %s fails as unavailable', (_case, flaw) => {
  expect(() => toReceivedMessage({ ...json, ...flaw }, 'inbox')).toThrow(
    expect.objectContaining({ failure: 'unavailable' }),
  )
})
