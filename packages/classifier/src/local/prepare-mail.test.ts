import { MessageHeaders, type Message } from '@doorman/domain/message'
import { stranger } from '@doorman/domain/sender-facts'
import { expect, test } from 'vitest'
import { prepareMail, type KnownFacts } from './prepare-mail.ts'

const nothingKnown: KnownFacts = {
  relationship: stranger,
  isRelationshipKnown: true,
  isWhitelisted: false,
  standing: null,
  answersTheUser: false,
  isOwnAddress: false,
}

function mail(changes: Partial<Message> = {}, headers: Record<string, string> = {}): Message {
  return {
    from: { name: 'Pat', address: 'pat@brightvendor.example' },
    to: [{ name: 'Ann', address: 'ann@kestrelworks.example' }],
    cc: [],
    replyTo: null,
    subject: 'Your packaging line',
    body: { text: 'We at Bright Vendor build packaging lines for people like you.', html: null },
    headers: new MessageHeaders([['Message-ID', '<1@x>'], ...Object.entries(headers)]),
    ...changes,
  }
}

function prepare(message: Message, known = nothingKnown) {
  const prepared = prepareMail(message, known, 'full')
  if (prepared.kind === 'skipped') throw new Error(prepared.reason)
  return prepared
}

test('a stranger with something to say becomes a mail to judge', () => {
  const { mail: judgeable, redactions } = prepare(
    mail({
      body: {
        text: 'Write to pat@brightvendor.example or call +49 30 901820 about it.',
        html: null,
      },
    }),
  )
  expect(judgeable.ownText).toBe('Write to [email] or call [phone] about it.')
  expect(redactions).toEqual({ emails: 1, phones: 1 })
})

test('a known contact is left alone before a word is read', () => {
  const unread: Message = mail()
  Object.defineProperty(unread, 'body', {
    get: () => {
      throw new Error('the body was read')
    },
  })
  const known = { ...nothingKnown, relationship: { ...stranger, hasWrittenToSender: true } }
  expect(prepareMail(unread, known, 'full')).toEqual({ kind: 'skipped', reason: 'known-contact' })
})

test('quotes and signature are in the text and not among the own words', () => {
  const { mail: judgeable } = prepare(
    mail({
      body: {
        text: 'Any thoughts on my note below, please?\n\n-- \nPat Doe\nBright Vendor\n\n> We build packaging lines.',
        html: null,
      },
    }),
  )
  expect(judgeable.ownText).toBe('Any thoughts on my note below, please?')
  expect(judgeable.text).toContain('We build packaging lines')
})

test('fewer than five words of its own say too little', () => {
  const short = mail({
    body: { text: 'Thanks!\n\n> We build packaging lines for you.', html: null },
  })
  expect(prepareMail(short, nothingKnown, 'full')).toEqual({
    kind: 'skipped',
    reason: 'too-little-text',
  })
})

test('of a mail in both forms the one that people see is read', () => {
  const html = '<p>We build <b>packaging lines</b> for people who pack a great many things.</p>'
  const both = (text: string, shown = html) =>
    prepare(mail({ body: { text, html: shown } })).mail.ownText
  expect(both('The two pallets of your order arrived, thank you very much.')).toContain(
    'great many',
  )
  expect(both('We build packaging lines for people who pack a lot.', '<img src="x">')).toContain(
    'a lot',
  )
})

test.each([
  ['a new mail', mail(), { thread: 'new', links: 'none', sender: 'company' }],
  ['a fake reply', mail({ subject: 'Re: our talk' }), { thread: 'claimed' }],
  [
    'a real reply',
    mail({ subject: 'Re: our talk' }, { 'In-Reply-To': '<0@x>' }),
    { thread: 'continued' },
  ],
  ['no headers at all', mail({ headers: new MessageHeaders() }), { thread: 'unknown' }],
  [
    'a private address',
    mail({ from: { name: '', address: 'pat@gmail.com' } }),
    { sender: 'freemail' },
  ],
  [
    'answers elsewhere',
    mail({ replyTo: { name: '', address: 'pat@other.example' } }),
    { answersGoElsewhere: true },
  ],
  [
    'answers at a subdomain',
    mail({ replyTo: { name: '', address: 'pat@in.brightvendor.example' } }),
    { answersGoElsewhere: false },
  ],
  ['marks of bulk mail', mail({}, { Precedence: 'bulk' }), { isBulk: true }],
  [
    'a way out',
    mail({}, { 'List-Unsubscribe': '<https://x.example>' }),
    { hasListUnsubscribe: true },
  ],
  ['its own name in passing', mail(), { namesItsOwnCompany: true, namesYourCompany: false }],
  ['your name in passing', mail({ subject: 'Kestrel Works and us' }), { namesYourCompany: true }],
  [
    'your name in three words, without what stands between them',
    mail({ subject: 'Kes-Trel, Wor Ks and us' }),
    { namesYourCompany: true },
  ],
  ['your name in four', mail({ subject: 'Kes trel wor ks and us' }), { namesYourCompany: false }],
  [
    'your name in an address alone',
    mail({ subject: 'ann@kestrelworks.example' }),
    { namesYourCompany: false },
  ],
  [
    'links to itself',
    mail({
      body: { text: 'Have a look at https://www.brightvendor.example/lines please.', html: null },
    }),
    { links: 'own-domain' },
  ],
  [
    'links to others',
    mail({ body: { text: 'Have a look at https://track.example/?u=1 when you can.', html: null } }),
    { links: 'other-domains' },
  ],
  [
    'a tracking pixel',
    mail({
      body: {
        text: null,
        html: '<p>We build packaging lines for you.</p><img src="https://t.example/p" width="1" height="1">',
      },
    }),
    { hasTrackingPixel: true },
  ],
] as const)('the envelope of %s', (_case, message, facts) => {
  expect(prepare(message).mail.facts).toMatchObject(facts)
})

test('a relationship that nobody looked up is not known', () => {
  const known = { ...nothingKnown, isRelationshipKnown: false }
  expect(prepare(mail(), known).mail.facts.relationship).toBeNull()
})

test('a quote is noticed, and is not among the own words', () => {
  const text = 'Monday at eight suits all of us well.\n\n> When shall we come by?'
  const { hasQuote, ownText } = prepare(mail({ body: { text, html: null } })).mail
  expect(hasQuote).toBe(true)
  expect(ownText).not.toContain('come by')
  expect(prepare(mail()).mail.hasQuote).toBe(false)
})

test.each([
  ['Jörg Müller-Weiß', 'On Tue, 1 Oct 2024 at 9:15, Jorg Muller-Weiss wrote:', false],
  ['Jörg Müller-Weiß', 'On Tue, 1 Oct 2024 at 9:15, Nia Müller wrote:', true],
  [
    'Nia Oyelaran',
    'From: Nia Oyelaran\nSent: 22 January 2025\nTo: Sam Reed\nSubject: Pallets',
    false,
  ],
  [
    'Nia Oyelaran',
    'From: Sam Reed\nSent: 22 January 2025\nTo: Nia Oyelaran\nSubject: Pallets',
    true,
  ],
  ['Nia Oyelaran', 'From: Sam Reed Sent: 22 January 2025 To: Nia Oyelaran Subject: Pallets', true],
  [
    'Nia Oyelaran',
    '-----Original Message-----\nFrom: Nia Oyelaran\nSent: 22 January 2025\nSubject: Pallets',
    false,
  ],
  ['Nia', 'On Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:', true],
  ['', 'On Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:', true],
  ['Nia Oyelaran', 'From: Sam Reed Subject: Meet Nia Oyelaran Sent: 22 January 2025', true],
  [
    'Nia Oyelaran',
    'On Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n> As you asked.\n>\n> On Mon, 30 Sep 2024, Sam Reed wrote:\n>> A price?',
    true,
  ],
  [
    'Nia Oyelaran',
    'On Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n> Again.\n>\n> On Mon, 30 Sep 2024, Nia Oyelaran wrote:\n>> A price?',
    false,
  ],
  [
    'Nia Oyelaran',
    'From: Nia Oyelaran\nSent: 22 January 2025\nTo: Sam Reed\nSubject: Pallets\n\nHere it is.\n\nFrom: Sam Reed\nSent: 21 January 2025\nTo: Nia Oyelaran\nSubject: Pallets',
    true,
  ],
  [
    'Nia Oyelaran',
    '> A price?\n\nOn Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n> As you asked.',
    true,
  ],
])('%s quotes somebody else under %j: %s', (name, head, quotesSomebody) => {
  const text = `Any news on the pallets that I wrote of?\n\n${head}\n\nWe build packaging lines.`
  const from = { name, address: 'nia@lines.example' }
  expect(prepare(mail({ from, body: { text, html: null } })).mail.hasQuote).toBe(quotesSomebody)
})
