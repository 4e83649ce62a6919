import { describe, expect, test } from 'vitest'
import { messageRecord, toSenderFacts, toMessage } from './message-record.ts'

test('a line of JSON becomes a message', () => {
  const message = toMessage(
    messageRecord.parse({
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
    'a name that looks like an address',
    '"noreply@github.com" <sales@vendor.example>',
    'sales@vendor.example',
  ],
  ['a bare address', 'sales@vendor.example', 'sales@vendor.example'],
  ['two senders', 'a@x.example, b@y.example', undefined],
  ['no sender', '', undefined],
])('the sender is read from a record with %s', (_case, from, address) => {
  expect(toMessage(messageRecord.parse({ id: 'a', from })).from?.address).toBe(address)
})

test('a plain text that mentions a tag stays plain text', () => {
  const body = 'The line break <br> is wrong.\nSee line 2.'
  expect(toMessage(messageRecord.parse({ id: 'a', body })).body).toEqual({ text: body, html: null })
})

test('a body that begins with a tag is HTML', () => {
  expect(toMessage(messageRecord.parse({ id: 'a', body: '<p>Hi</p>' })).body.html).toBe('<p>Hi</p>')
})

test('without facts, earlier messages are unknown rather than zero', () => {
  expect(toSenderFacts(messageRecord.parse({ id: 'a' }))).toMatchObject({
    earlierMailFromSender: null,
    hasWrittenToSender: false,
  })
  const facts = { hasWrittenToSender: true }
  expect(toSenderFacts(messageRecord.parse({ id: 'a', facts }))).toMatchObject({
    hasWrittenToSender: true,
    hasWrittenToDomain: false,
    isSameOrganisation: false,
    earlierMailFromSender: 0,
  })
})

test('a record that the user wrote to the domain does not say that they wrote to the sender', () => {
  const facts = { hasWrittenToDomain: true }
  expect(toSenderFacts(messageRecord.parse({ id: 'a', facts }))).toMatchObject({
    hasWrittenToSender: false,
    hasWrittenToDomain: true,
  })
})

test('the fact of a common contact is optional', () => {
  const read = (facts: object) => toSenderFacts(messageRecord.parse({ id: 'a', facts }))
  expect(read({ hasCommonContact: true })).toMatchObject({ hasCommonContact: true })
  expect(read({})).toMatchObject({ hasCommonContact: false })
})

test.each([{}, { id: 'a', body: 5 }, { id: 'a', facts: { sameOrg: 'yes' } }, null, 'text'])(
  'a line that is not a message is rejected: %j',
  (line) => {
    expect(messageRecord.safeParse(line).success).toBe(false)
  },
)

describe('a record of a contact-form message', () => {
  const facts = {
    hasWrittenToSender: true,
    hasWrittenToDomain: true,
    sameOrg: true,
    earlierMailFromSender: 212,
  }
  const record = {
    id: 'a',
    from: 'Kestrel Works <wordpress@kestrelworks.example>',
    to: 'ann@kestrelworks.example',
    replyTo: 'dale@vendor.example',
    body: 'Name: Dale\nMessage: We put shops on page one of Google.',
    facts,
  }

  test('gets its author as sender, and the author’s words as body', () => {
    expect(toMessage(messageRecord.parse(record))).toMatchObject({
      from: { name: 'Dale', address: 'dale@vendor.example' },
      viaContactForm: true,
      body: { text: 'We put shops on page one of Google.' },
    })
  })

  test('to several organisations: the sender’s own is not taken for the user’s', () => {
    const to = ['kim@vendor.example', 'ann@kestrelworks.example']
    const pasted = { ...record, from: 'kim@vendor.example', to, replyTo: 'dale@else.example' }
    const body =
      'Name: Dale\nEmail: dale@else.example\nPhone: 1\nMessage: We put shops on page one.'
    expect(toMessage(messageRecord.parse({ ...pasted, body })).viaContactForm).toBeUndefined()
    const toOne = toMessage(messageRecord.parse({ ...pasted, to: to[0], body }))
    expect(toOne.viaContactForm).toBe(true)
  })

  test('from the user’s own site: the facts are about the form’s address, not about its author', () => {
    expect(toSenderFacts(messageRecord.parse(record))).toMatchObject({
      isSameOrganisation: false,
      hasWrittenToSender: false,
      hasWrittenToDomain: false,
      earlierMailFromSender: 0,
    })
  })

  test('from a form service: the user has written to the author only if confirmed, and the service’s messages don’t count', () => {
    const service = {
      ...record,
      from: 'forms@formrelay.example',
      body: 'Name: Dale\nEmail: dale@vendor.example\nMessage: We put shops on page one of Google.',
      facts: { ...facts, sameOrg: false },
    }
    expect(toSenderFacts(messageRecord.parse(service))).toMatchObject({
      hasWrittenToSender: true,
      earlierMailFromSender: 0,
    })
    const unconfirmed = { ...service, replyTo: null }
    expect(toSenderFacts(messageRecord.parse(unconfirmed))).toMatchObject({
      hasWrittenToSender: false,
    })
  })
})
