import { expect, test } from 'vitest'
import { mailRecord, toKnownFacts, toMessage } from './mail-record.ts'

test('a line of JSON becomes a message', () => {
  const message = toMessage(
    mailRecord.parse({
      id: 7,
      from: '"Doe, Pat" <Pat@Vendor.example>',
      to: ['ann@a.example', 'Bob <bob@b.example>'],
      subject: 'Hello',
      headers: { 'Message-ID': '<1@x>', Received: ['one', 'two'], Cc: 'Kim <kim@c.example>' },
      body: 'Text',
    }),
  )
  expect(message.from).toEqual({ name: 'Doe, Pat', address: 'pat@vendor.example' })
  expect(message.to).toEqual([
    { name: '', address: 'ann@a.example' },
    { name: 'Bob', address: 'bob@b.example' },
  ])
  expect(message.cc).toEqual([{ name: 'Kim', address: 'kim@c.example' }])
  expect(message.headers.all('received')).toEqual(['one', 'two'])
  expect(message.body).toEqual({ text: 'Text', html: null })
})

test.each([
  [
    'a name that poses as an address',
    '"noreply@github.com" <sales@vendor.example>',
    'sales@vendor.example',
  ],
  ['a bare address', 'sales@vendor.example', 'sales@vendor.example'],
  ['two senders, so nobody', 'a@x.example, b@y.example', undefined],
  ['no sender', '', undefined],
])('%s', (_case, from, address) => {
  expect(toMessage(mailRecord.parse({ id: 'a', from })).from?.address).toBe(address)
})

test('plain mail may speak of a tag', () => {
  const body = 'The line break <br> is wrong.\nSee line 2.'
  expect(toMessage(mailRecord.parse({ id: 'a', body })).body).toEqual({ text: body, html: null })
})

test('a body of markup is read as such', () => {
  expect(toMessage(mailRecord.parse({ id: 'a', body: '<p>Hi</p>' })).body.html).toBe('<p>Hi</p>')
})

test('absent facts mean a stranger whom nobody looked up', () => {
  expect(toKnownFacts(mailRecord.parse({ id: 'a' }))).toMatchObject({
    isRelationshipKnown: false,
    relationship: { hasWrittenToSender: false },
  })
  const facts = { hasWrittenToSender: true }
  expect(toKnownFacts(mailRecord.parse({ id: 'a', facts }))).toMatchObject({
    isRelationshipKnown: true,
    relationship: { hasWrittenToSender: true, sameOrg: false, earlierMailFromSender: 0 },
  })
})

test('a contact in common is a fact that a line may leave out', () => {
  const read = (facts: object) => toKnownFacts(mailRecord.parse({ id: 'a', facts }))
  expect(read({ hasCommonContact: true })).toMatchObject({ hasCommonContact: true })
  expect(read({})).toMatchObject({ hasCommonContact: false })
})

test.each([{}, { id: 'a', body: 5 }, { id: 'a', facts: { sameOrg: 'yes' } }, null, 'text'])(
  'a line that is no mail is refused: %j',
  (line) => {
    expect(mailRecord.safeParse(line).success).toBe(false)
  },
)
