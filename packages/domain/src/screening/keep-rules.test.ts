import { describe, expect, test } from 'vitest'
import { MessageHeaders, type Message } from '../mail/message.ts'
import { dayMs, hourMs } from '../time.ts'
import { findKeepReason, findVerdictKeepReason, keepRules, type FactsFor } from './keep-rules.ts'
import type { Policy } from './policy.ts'
import { unknownSender } from './sender-facts.ts'
import { thresholds } from './thresholds.ts'
import type { Verdict } from './verdict.ts'

type Facts = FactsFor<'sender' | 'envelope' | 'text' | 'last'>

const stages = ['sender', 'envelope', 'text', 'last'] as const
const findReason = (facts: Facts) => findKeepReason(stages, facts)

function message(changes: Partial<Message> = {}, headers: Record<string, string> = {}): Message {
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

const from = (address: string) => message({ from: { name: '', address } })

const nothingKnown: Facts = { ...unknownSender, message: message(), wordsToJudge: 80 }

test('no rule keeps a message from a stranger', async () => {
  expect(await findReason(nothingKnown)).toBeNull()
})

test('messages received earlier do not make the sender a known contact', async () => {
  const facts = { ...nothingKnown, earlierMailFromSender: 40 }
  expect(await findReason(facts)).toBeNull()
})

test('having written to a domain does not keep a message from a new person there', async () => {
  const facts = { ...nothingKnown, ...unknownSender, hasWrittenToDomain: true }
  expect(await findReason(facts)).toBeNull()
})

test('an author who types a robot’s address into a contact form is not a service', async () => {
  const received: Message = { ...from('no-reply@vendor.example'), viaContactForm: true }
  expect(await findReason({ ...nothingKnown, message: received })).toBeNull()
})

test('an author who types a billing address into a contact form sends no receipt', async () => {
  const order = { ...from('orders@vendor.example'), subject: 'Order confirmation' }
  expect(await findReason({ ...nothingKnown, message: order })).toBe('receipt')
  const received: Message = { ...order, viaContactForm: true }
  expect(await findReason({ ...nothingKnown, message: received })).toBeNull()
})

test.each([
  ['own-address', { isOwnAddress: true }],
  ['internal', { isSameOrganisation: true }],
  ['known-contact', { hasWrittenToSender: true }],
  ['known-contact', { hasWrittenToSender: () => Promise.resolve(true) }],
  ['whitelisted', { isWhitelisted: true }],
  ['restored-sender', { reputation: 'trusted' }],
  ['reply', { answersTheUser: true }],
  ['too-large', { message: message({ body: { text: 'A call?', html: null, isExcerpt: true } }) }],
  ['too-little-text', { wordsToJudge: 4 }],
  ['common-contact', { hasCommonContact: true }],
] as const)('%s: kept because of the sender or the text', async (reason, known) => {
  expect(await findReason({ ...nothingKnown, ...known })).toBe(reason)
})

test.each([
  ['service-notification', from('no-reply@service.example')],
  ['service-notification', from('notifications+abc@service.example')],
  ['service-notification', from('mailer-daemon@mail.example')],
  // It may be a contact form, but nothing in it says so.
  [
    'service-notification',
    {
      ...from('no-reply@forms.example'),
      replyTo: { name: 'Ann', address: 'ann@customer.example' },
    },
  ],
  ['receipt', { ...from('rechnung@shop.example'), subject: 'Ihre Rechnung 4711' }],
  ['receipt', { ...from('orders@shop.example'), subject: 'Order confirmation' }],
  ['calendar', message({}, { 'Content-Type': 'text/calendar; method=REQUEST' })],
  ['calendar', message({}, { 'Content-Class': 'urn:content-classes:calendarmessage' })],
  [
    'calendar',
    message(
      {},
      { 'X-Microsoft-CDO-BusyStatus': 'BUSY', 'Content-Type': 'multipart/alternative; boundary=a' },
    ),
  ],
  [
    'mailing-list',
    message({}, { 'List-Id': '<dev.example>', 'List-Post': '<mailto:dev@x.example>' }),
  ],
  ['mailing-list', message({}, { 'List-Id': '<dev.example>', Precedence: 'list' })],
  [
    'mailing-list',
    message({}, { 'List-Id': '<a.example>', 'List-Unsubscribe': '<mailto:a@x.example>' }),
  ],
  ['automatic', message({}, { 'Auto-Submitted': 'auto-replied' })],
  ['automatic', message({}, { 'Return-Path': '<>' })],
  ['automatic', message({}, { 'X-Autoreply': 'yes', 'In-Reply-To': '<1@company.example>' })],
  ['automatic', message({}, { 'X-Autorespond': 'Hello', References: '<1@company.example>' })],
  ['automatic', message({}, { 'Content-Type': 'multipart/report; report-type=delivery-status' })],
] as const)('%s: kept because of addresses, subject or headers', async (reason, received) => {
  expect(await findReason({ ...nothingKnown, message: received })).toBe(reason)
})

test.each([
  ['List-Unsubscribe with a link', message({}, { 'List-Unsubscribe': '<https://x.example>' })],
  ['List-Unsubscribe without List-Id', message({}, { 'List-Unsubscribe': '<mailto:a@x.example>' })],
  ['List-Id of a campaign', message({}, { 'List-Id': '<campaign.example>', Precedence: 'bulk' })],
  ['an invoice in the subject alone', message({ subject: 'Your invoice process' })],
  ['X-Autoreply in a message that answers nothing', message({}, { 'X-Autoreply': 'yes' })],
  ['X-Autorespond in a message that answers nothing', message({}, { 'X-Autorespond': 'Hello' })],
  [
    'a calendar header in a message of plain text',
    message({}, { 'X-Microsoft-CDO-BusyStatus': 'BUSY', 'Content-Type': 'text/plain' }),
  ],
  [
    'a calendar class in a message of HTML alone',
    message(
      {},
      { 'Content-Class': 'urn:content-classes:calendarmessage', 'Content-Type': 'text/html' },
    ),
  ],
  ['a person called Noreen', from('noreen.plymouth@vendor.example')],
  ['an orders address that asks for a call', from('orders@vendor.example')],
  ['Auto-Submitted: no', message({}, { 'Auto-Submitted': 'no' })],
  ['Auto-Submitted: auto-generated', message({}, { 'Auto-Submitted': 'auto-generated' })],
])('%s is not a reason to keep a message', async (_case, received) => {
  expect(await findReason({ ...nothingKnown, message: received })).toBeNull()
})

describe('a blocked sender', () => {
  const blocked: Facts = { ...nothingKnown, reputation: 'blocked' }

  test.each([
    ['own-address', { isOwnAddress: true }],
    ['internal', { isSameOrganisation: true }],
    ['reply', { answersTheUser: true }],
  ] as const)('%s: the message is kept anyway', async (reason, known) => {
    expect(await findReason({ ...blocked, ...known })).toBe(reason)
  })

  test.each([
    ['the user has written to them', { hasWrittenToSender: true }],
    ['their domain is whitelisted', { isWhitelisted: true }],
    ['the message is short', { wordsToJudge: 1 }],
    ['they share a contact with the user', { hasCommonContact: true }],
  ])('is not kept even if %s', async (_case, known) => {
    expect(await findReason({ ...blocked, ...known })).toBeNull()
  })

  test.each([
    ['a notification', from('no-reply@vendor.example')],
    ['a receipt', { ...from('orders@vendor.example'), subject: 'Order confirmation' }],
    ['an invitation', message({}, { 'Content-Type': 'text/calendar; method=REQUEST' })],
    [
      'from a mailing list',
      message({}, { 'List-Id': '<a.example>', 'List-Post': '<mailto:a@x.example>' }),
    ],
    ['an automatic reply', message({}, { 'Auto-Submitted': 'auto-replied' })],
  ])('is not kept even if the message is %s', async (_case, received) => {
    expect(await findReason({ ...blocked, message: received })).toBeNull()
  })
})

test('a short message after a filtered one in the same thread is not kept for being short', async () => {
  const known = { ...nothingKnown, wordsToJudge: 2, isFollowUp: true }
  expect(await findReason(known)).toBeNull()
  expect(await findReason({ ...known, answersTheUser: true })).toBe('reply')
})

test('the first rule that applies gives the reason', async () => {
  const facts = { ...nothingKnown, message: from('no-reply@x.example'), hasWrittenToSender: true }
  expect(await findReason(facts)).toBe('known-contact')
})

test.each([
  [{ isOwnAddress: true }, []],
  [{ hasWrittenToSender: true }, ['hasWrittenToSender']],
  [{ isWhitelisted: true }, ['hasWrittenToSender']],
  [{ message: from('no-reply@x.example') }, ['hasWrittenToSender', 'answersTheUser']],
  [{ reputation: 'blocked' }, ['answersTheUser']],
  [{}, ['hasWrittenToSender', 'answersTheUser', 'isFollowUp', 'wordsToJudge', 'hasCommonContact']],
] as const)('knowing %o, only the facts %o are looked up', async (known, expected) => {
  const asked: string[] = []
  const note = <Value>(name: string, value: Value) => {
    return () => (asked.push(name), value)
  }
  await findReason({
    ...nothingKnown,
    hasWrittenToSender: note('hasWrittenToSender', 'hasWrittenToSender' in known),
    answersTheUser: note('answersTheUser', false),
    isFollowUp: note('isFollowUp', false),
    wordsToJudge: note('wordsToJudge', 80),
    hasCommonContact: note('hasCommonContact', false),
    ...('hasWrittenToSender' in known ? {} : known),
  })
  // Several rules may ask for the same fact. The pipeline looks it up once (`once`).
  expect([...new Set(asked)]).toEqual(expected)
})

describe('before the settings are loaded', () => {
  const arrived: FactsFor<'arrival'> = {
    sender: 'pat@vendor.example',
    isInInbox: true,
    arrival: {
      isNewArrival: true,
      ageMs: 30 * dayMs,
      ageAtConnectionMs: hourMs,
      wasMovedToInbox: false,
    },
    isAppeal: false,
  }
  const findArrivalReason = (facts: FactsFor<'arrival'>) => findKeepReason(['arrival'], facts)

  const fromBefore = { ...arrived.arrival, ageAtConnectionMs: hourMs + 1, wasMovedToInbox: true }

  test.each([
    ['no-sender', { sender: null, isInInbox: false, isAppeal: true }],
    ['no-sender', { sender: '/O=EXCHANGELABS/CN=RECIPIENTS/CN=PAT' }],
    ['no-sender', { sender: 'pat@ven dor.example' }],
    ['not-in-inbox', { isInInbox: false, isAppeal: true }],
    ['long-there', { arrival: { ...fromBefore, ageMs: 30 * dayMs + 1 }, isAppeal: true }],
    ['from-before', { arrival: fromBefore, isAppeal: true }],
    ['appeal', { isAppeal: () => Promise.resolve(true) }],
    ['appeal', { arrival: { ...arrived.arrival, wasMovedToInbox: true }, isAppeal: true }],
    ['moved-to-inbox', { arrival: { ...arrived.arrival, wasMovedToInbox: true } }],
  ] as const)('a message is kept with the reason %s', async (reason, known) => {
    expect(await findArrivalReason({ ...arrived, ...known })).toBe(reason)
  })

  test('the scan of a new mailbox judges old messages too', async () => {
    expect(await findArrivalReason(arrived)).toBeNull()
    const arrival = {
      ...arrived.arrival,
      isNewArrival: false,
      ageMs: 90 * dayMs,
      ageAtConnectionMs: dayMs,
    }
    expect(await findArrivalReason({ ...arrived, arrival })).toBeNull()
  })
})

describe('after the verdict', () => {
  const { unsure, filter, certain } = thresholds.sales
  const policy: Policy = { mode: 'filter', unwanted: new Set(['sales']), smartResponse: false }

  test.each([
    ['not-cold', unsure - 0.001, 'sales'],
    ['unsure', filter - 0.001, 'sales'],
    ['allowed-type', filter, 'recruiter'],
    [null, filter, 'sales'],
  ] as const)(
    'the keep reason is %s for the score %d and the category %s',
    (reason, score, category) => {
      const verdict: Verdict = { category, score, signals: [] }
      const judgement = { verdict, policy, hasWrittenToDomain: false }
      expect(findVerdictKeepReason(judgement)).toBe(reason)
    },
  )

  test.each([
    ['not-cold', unsure - 0.001],
    ['unsure', filter - 0.001],
    ['known-organisation', filter],
    ['known-organisation', certain - 0.001],
    [null, certain],
  ] as const)(
    'a new person at a known organisation: the keep reason is %s for the score %d',
    (reason, score) => {
      const verdict: Verdict = { category: 'sales', score, signals: [] }
      const judgement = { verdict, policy, hasWrittenToDomain: true }
      expect(findVerdictKeepReason(judgement)).toBe(reason)
    },
  )

  test.each([
    ['not-cold', unsure - 0.001],
    ['unsure', filter - 0.001],
    ['contact-form', filter],
    ['contact-form', certain - 0.001],
    [null, certain],
  ] as const)('a contact-form message: the keep reason is %s for the score %d', (reason, score) => {
    const verdict: Verdict = { category: 'sales', score, signals: [] }
    const judgement = { verdict, policy, hasWrittenToDomain: false, viaContactForm: true }
    expect(findVerdictKeepReason(judgement)).toBe(reason)
  })

  test.each([
    ['from a new person at a known organisation', { hasWrittenToDomain: true }],
    ['from a contact form', { hasWrittenToDomain: false, viaContactForm: true }],
  ])('a message %s is filtered if a language model confirms it', (_case, circumstances) => {
    const verdict: Verdict = { category: 'sales', score: filter, signals: [], isConfirmed: true }
    expect(findVerdictKeepReason({ verdict, policy, ...circumstances })).toBeNull()
    const other = { ...verdict, isConfirmed: false }
    expect(findVerdictKeepReason({ verdict: other, policy, ...circumstances })).not.toBeNull()
  })
})

test('the rules are tried in this order', () => {
  expect(keepRules.map(({ reason }) => reason)).toEqual([
    'gone',
    'could-not-be-checked',
    'index-incomplete',
    'no-sender',
    'not-in-inbox',
    'long-there',
    'from-before',
    'appeal',
    'moved-to-inbox',
    'own-address',
    'internal',
    'known-contact',
    'whitelisted',
    'restored-sender',
    'reply',
    'service-notification',
    'receipt',
    'calendar',
    'mailing-list',
    'automatic',
    'too-large',
    'too-little-text',
    'unsure',
    'not-cold',
    'known-organisation',
    'contact-form',
    'allowed-type',
    'common-contact',
  ])
})

test('header names are case-insensitive, and `get` returns the topmost header', () => {
  const headers = new MessageHeaders([
    ['Received', 'second'],
    ['received', 'first'],
  ])
  expect(headers.get('RECEIVED')).toBe('second')
  expect(headers.all('Received')).toEqual(['second', 'first'])
  expect(headers.has('Subject')).toBe(false)
})
