import { describe, expect, test } from 'vitest'
import { MessageHeaders, type Message } from './message.ts'
import { stranger } from './sender-facts.ts'
import { findSkipReason, type ScreeningFacts } from './skip-rules.ts'

const nothingKnown: ScreeningFacts = {
  relationship: stranger,
  isWhitelisted: false,
  standing: null,
  answersTheUser: false,
  isOwnAddress: false,
  ownWordCount: 80,
}

function mail(changes: Partial<Message> = {}, headers: Record<string, string> = {}): Message {
  return {
    from: { name: 'Pat', address: 'pat@vendor.example' },
    to: [{ name: 'Ann', address: 'ann@company.example' }],
    cc: [],
    replyTo: null,
    subject: 'Quick question',
    body: { text: 'Would you have time for a call about your packaging?', html: null },
    headers: new MessageHeaders(Object.entries(headers)),
    ...changes,
  }
}

const from = (address: string) => mail({ from: { name: '', address } })

test('a stranger with something to say is judged', () => {
  expect(findSkipReason(mail(), nothingKnown)).toBeNull()
})

test('mail merely received before proves no acquaintance', () => {
  const relationship = { ...stranger, earlierMailFromSender: 40 }
  expect(findSkipReason(mail(), { ...nothingKnown, relationship })).toBeNull()
})

test.each([
  ['own-address', { isOwnAddress: true }],
  ['internal', { relationship: { ...stranger, sameOrg: true } }],
  ['known-contact', { relationship: { ...stranger, hasWrittenToSender: true } }],
  ['known-contact', { relationship: { ...stranger, hasWrittenToDomain: true } }],
  ['whitelisted', { isWhitelisted: true }],
  ['restored-sender', { standing: 'trusted' }],
  ['reply', { answersTheUser: true }],
  ['too-little-text', { ownWordCount: 4 }],
  ['common-contact', { hasCommonContact: true }],
] as const)('%s: left alone for what we know', (reason, known) => {
  expect(findSkipReason(mail(), { ...nothingKnown, ...known })).toBe(reason)
})

test.each([
  ['service-notification', from('no-reply@service.example')],
  ['service-notification', from('notifications+abc@service.example')],
  ['service-notification', from('mailer-daemon@mail.example')],
  ['receipt', { ...from('rechnung@shop.example'), subject: 'Ihre Rechnung 4711' }],
  ['receipt', { ...from('orders@shop.example'), subject: 'Order confirmation' }],
  ['calendar', mail({}, { 'Content-Type': 'text/calendar; method=REQUEST' })],
  ['calendar', mail({}, { 'Content-Class': 'urn:content-classes:calendarmessage' })],
  ['mailing-list', mail({}, { 'List-Id': '<dev.example>', 'List-Post': '<mailto:dev@x.example>' })],
  ['mailing-list', mail({}, { 'List-Id': '<dev.example>', Precedence: 'list' })],
  [
    'mailing-list',
    mail({}, { 'List-Id': '<a.example>', 'List-Unsubscribe': '<mailto:a@x.example>' }),
  ],
  ['automatic', mail({}, { 'Auto-Submitted': 'auto-replied' })],
  ['automatic', mail({}, { 'Return-Path': '<>' })],
  ['automatic', mail({}, { 'Content-Type': 'multipart/report; report-type=delivery-status' })],
] as const)('%s: left alone for what it is', (reason, message) => {
  expect(findSkipReason(message, nothingKnown)).toBe(reason)
})

test.each([
  ['bulk mail with a way out', mail({}, { 'List-Unsubscribe': '<https://x.example>' })],
  ['a way out of no list', mail({}, { 'List-Unsubscribe': '<mailto:a@x.example>' })],
  ["a sender's own list", mail({}, { 'List-Id': '<campaign.example>', Precedence: 'bulk' })],
  ['an invoice in the subject alone', mail({ subject: 'Your invoice process' })],
  ['a person called Noreen', from('noreen.plymouth@vendor.example')],
  ['an order desk that asks for a call', from('orders@vendor.example')],
  ['a header that says it was no machine', mail({}, { 'Auto-Submitted': 'no' })],
  ['a machine that only sent it', mail({}, { 'Auto-Submitted': 'auto-generated' })],
])('%s is no reason to look away', (_case, message) => {
  expect(findSkipReason(message, nothingKnown)).toBeNull()
})

describe('a blocked sender', () => {
  const blocked: ScreeningFacts = { ...nothingKnown, standing: 'blocked' }

  test.each([
    ['own-address', { isOwnAddress: true }],
    ['internal', { relationship: { ...stranger, sameOrg: true } }],
    ['reply', { answersTheUser: true }],
  ] as const)('%s: is left alone all the same', (reason, known) => {
    expect(findSkipReason(mail(), { ...blocked, ...known })).toBe(reason)
  })

  // A refusal is a mail to them too: what the user said of a sender counts for more than having written.
  test.each([
    ['having been written to', { relationship: { ...stranger, hasWrittenToSender: true } }],
    ['a colleague who was', { relationship: { ...stranger, hasWrittenToDomain: true } }],
    ['a domain on the list', { isWhitelisted: true }],
    ['saying little', { ownWordCount: 1 }],
    ['a contact in common', { hasCommonContact: true }],
  ])('gains nothing by %s', (_case, known) => {
    expect(findSkipReason(mail(), { ...blocked, ...known })).toBeNull()
  })

  test.each([
    ['a notification', from('no-reply@vendor.example')],
    ['a receipt', { ...from('orders@vendor.example'), subject: 'Order confirmation' }],
    ['an invitation', mail({}, { 'Content-Type': 'text/calendar; method=REQUEST' })],
    ['a list', mail({}, { 'List-Id': '<a.example>', 'List-Post': '<mailto:a@x.example>' })],
    ['a machine', mail({}, { 'Auto-Submitted': 'auto-replied' })],
  ])('gains nothing by writing as %s', (_case, message) => {
    expect(findSkipReason(message, blocked)).toBeNull()
  })
})

test('a short word after mail that was filtered is no fresh start', () => {
  const known = { ...nothingKnown, ownWordCount: 2, isFollowUp: true }
  expect(findSkipReason(mail(), known)).toBeNull()
  expect(findSkipReason(mail(), { ...known, answersTheUser: true })).toBe('reply')
})

test('the first reason wins: acquaintance is shown before the kind of mail', () => {
  const relationship = { ...stranger, hasWrittenToSender: true }
  expect(findSkipReason(from('no-reply@x.example'), { ...nothingKnown, relationship })).toBe(
    'known-contact',
  )
})

test('headers are found in any case, and the first of a name is the last one written', () => {
  const headers = new MessageHeaders([
    ['Received', 'second'],
    ['received', 'first'],
  ])
  expect(headers.get('RECEIVED')).toBe('second')
  expect(headers.all('Received')).toEqual(['second', 'first'])
  expect(headers.has('Subject')).toBe(false)
})
