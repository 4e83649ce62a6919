import { expect, test } from 'vitest'
import { toReceivedMessage } from '../gmail/received-message.ts'
import { toMessage } from './to-message.ts'

const headers = [
  ['From', 'Doe, John <john@x.com>'],
  ['To', 'ann@own.test'],
  ['Cc', 'bo@example.com'],
  ['Reply-To', 'desk@x.com'],
  ['Subject', '=?utf-8?Q?Gr=C3=BC=C3=9Fe?='],
  ['Message-ID', '<1@x.com>'],
  ['In-Reply-To', '<0@own.test>'],
  ['References', '<0@own.test>'],
  ['Date', 'Mon, 13 May 2024 09:00:00 +0000'],
  ['Authentication-Results', 'mx.google.com; dkim=pass'],
  ['Content-Type', 'text/plain; charset=utf-8'],
] as const

test.each(headers.map(([name]) => name))('a message without %s is still read', (missing) => {
  const left = headers.filter(([name]) => name !== missing)
  const message = {
    id: '18c',
    threadId: '18c',
    internalDate: '1715590800000',
    payload: {
      mimeType: 'text/plain',
      headers: left.map(([name, value]) => ({ name, value })),
      body: { data: Buffer.from('Hello').toString('base64url') },
    },
  }
  const whole = toMessage(headers, [{ type: 'text', content: 'Hello' }])
  const read = toReceivedMessage(message, null)
  const expected = {
    ...whole,
    ...(missing === 'From' && { from: null }),
    ...(missing === 'To' && { to: [] }),
    ...(missing === 'Cc' && { cc: [] }),
    ...(missing === 'Reply-To' && { replyTo: null }),
    ...(missing === 'Subject' && { subject: '' }),
  }
  expect({ ...read.message, headers: null }).toEqual({ ...expected, headers: null })
  expect(read.rfcMessageId).toBe(missing === 'Message-ID' ? null : '<1@x.com>')
})

test.each([
  ['no headers', { headers: [] }],
  ['null headers', { headers: null }],
  ['no payload', null],
  ['nameless headers', { headers: [{}, { name: null, value: null }, { value: 'x' }] }],
  ['valueless headers', { headers: headers.map(([name]) => ({ name })) }],
])('a Gmail message with %s has no sender and no subject', (_case, payload) => {
  const raw = { id: '18c', threadId: '18c', internalDate: '1', ...(payload && { payload }) }
  const { message, rfcMessageId } = toReceivedMessage(raw as object, null)
  expect({ from: message.from, subject: message.subject, rfcMessageId }).toEqual({
    from: null,
    subject: '',
    rfcMessageId: null,
  })
})

/** A parser that starts over at each character would need minutes for these. */
test.each(['(', '"', '\\"', ',', '<', '<a', ':', 'a:', '@', '=?', '" <a@b.c> ', 'a@b.c,'])(
  'From, To and Reply-To of 64 KB of %j are read',
  (filling) => {
    const value = filling.repeat(Math.floor(60_000 / filling.length))
    for (const name of ['From', 'To', 'Cc', 'Reply-To'])
      expect(toMessage([[name, value]], []).from).toBeNull()
  },
)
