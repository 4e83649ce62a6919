import { expect, test } from 'vitest'
import { toReceivedMessage } from './received-message.ts'

const encode = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64url')

const text = (content: string) => ({
  mimeType: 'text/plain',
  filename: '',
  headers: [],
  body: { size: content.length, data: encode(content) },
})

const bare = { id: '1', threadId: '2', internalDate: '1763208000000' }

test('reads the text parts in order', () => {
  const { message } = toReceivedMessage(
    {
      ...bare,
      payload: {
        mimeType: 'multipart/mixed',
        filename: '',
        headers: [{ name: 'Subject', value: '=?utf-8?Q?=C3=9Cber?=' }],
        body: { size: 0 },
        parts: [
          {
            mimeType: 'multipart/alternative',
            parts: [text('one'), { ...text('<p>'), mimeType: 'text/html' }],
          },
          text('two'),
          {
            ...text(''),
            headers: [{ name: 'Content-Type', value: 'text/plain; charset="iso-8859-1"' }],
            body: { data: encode('dré', 'latin1') },
          },
        ],
      },
    },
    null,
  )
  expect(message.subject).toBe('Über')
  expect(message.body).toEqual({ text: 'one\ntwo\ndré', html: '<p>' })
})

test('skips attachments and forwarded messages', () => {
  const { message } = toReceivedMessage(
    {
      ...bare,
      payload: {
        mimeType: 'multipart/mixed',
        parts: [
          { ...text('named'), filename: 'a.txt' },
          {
            ...text('unnamed'),
            headers: [{ name: 'Content-Disposition', value: 'attachment' }],
          },
          { mimeType: 'message/rfc822', filename: '', parts: [text('forwarded')] },
          { mimeType: 'text/plain', filename: '', body: { attachmentId: 'x', size: 9_000_000 } },
          text('words'),
        ],
      },
    },
    null,
  )
  expect(message.body).toEqual({ text: 'words', html: null })
})

test('limits 100,000 parts and 5,000 nested parts', () => {
  const many = { ...bare, payload: { parts: Array.from({ length: 100_000 }, () => text('x')) } }
  expect(toReceivedMessage(many, null).message.body.text?.length).toBeLessThan(1_000)
  let nest: object = text('deep')
  for (let depth = 0; depth < 5_000; depth++) nest = { mimeType: 'multipart/mixed', parts: [nest] }
  expect(toReceivedMessage({ ...bare, payload: nest }, null).message.body.text).toBeNull()
})

test('reads the first megabyte of a text', () => {
  const { message } = toReceivedMessage({ ...bare, payload: text('x'.repeat(3_000_000)) }, null)
  expect(message.body.text).toHaveLength(1024 * 1024)
})

test.each([
  [['INBOX', 'UNREAD'], 'inbox', false],
  [['INBOX', 'Label_7'], 'inbox', true],
  [['Label_7'], 'set-aside', true],
  [['Label_1'], 'elsewhere', true],
  [[], 'elsewhere', true],
  [['SENT', 'INBOX'], 'sent', true],
  [['DRAFT'], 'draft', true],
  [['SPAM', 'Label_7', 'UNREAD'], 'junk', false],
  [['TRASH', 'INBOX'], 'bin', true],
  [['CHAT', 'INBOX'], 'elsewhere', true],
] as const)('a message with labels %j is in %s', (labelIds, location, isRead) => {
  expect(toReceivedMessage({ ...bare, labelIds: [...labelIds] }, 'Label_7')).toMatchObject({
    location,
    isRead,
  })
})

test('receivedAt is Gmail’s time, not the Date header', () => {
  const payload = { headers: [{ name: 'Date', value: 'Mon, 13 May 99999 09:00:00 +0000' }] }
  expect(toReceivedMessage({ ...bare, payload }, null).receivedAt).toEqual(
    new Date('2025-11-15T12:00:00Z'),
  )
})

test.each([
  { ...bare, id: null },
  { ...bare, threadId: '' },
  { ...bare, internalDate: 'soon' },
  {},
])('%j is malformed', (raw) => {
  expect(() => toReceivedMessage(raw, null)).toThrow(/^unavailable: malformed/)
})
