import { MessageHeaders, type Message } from '@doorman/domain/mail/message'
import type { Policy } from '@doorman/domain/screening/policy'
import { unknownSender, type SenderFacts } from '@doorman/domain/screening/sender-facts'
import { thresholds } from '@doorman/domain/screening/thresholds'
import type { Verdict } from '@doorman/domain/screening/verdict'
import { describe, expect, test } from 'vitest'
import { findJudgeable, judgeMessage, readLater } from './judge-message.ts'
import type { Judgeable } from './model/judgeable.ts'

const known: SenderFacts = { ...unknownSender, earlierMailFromSender: 0 }

function message(changes: Partial<Message> = {}, headers: Record<string, string> = {}): Message {
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

const pitch: Verdict = { category: 'sales', score: 0.99, signals: [] }
const ordinary: Verdict = { category: 'sales', score: 0.01, signals: [] }
const policy: Policy = { mode: 'filter', unwanted: new Set(['sales']), smartResponse: false }

/** Judges a message with a classifier that always gives the same verdict, and lists its inputs. */
async function judge(message: Message, sender = known, verdict = pitch) {
  const seen: Judgeable[] = []
  const judgement = await judgeMessage(message, sender, {
    redaction: 'full',
    policy,
    classify: (judgeable) => (seen.push(judgeable), verdict),
  })
  return { ...judgement, seen }
}

async function prepare(message: Message, sender = known): Promise<Judgeable> {
  const judgeable = await findJudgeable(message, sender, readLater(message, 'full'))
  if (judgeable === null) throw new Error('A rule keeps the message')
  return judgeable
}

test('a message from a stranger is redacted and judged', async () => {
  const text = 'Write to pat@brightvendor.example or call +49 30 901820 about it.'
  const judgement = await judge(message({ body: { text, html: null } }))
  expect(judgement).toMatchObject({
    kind: 'judged',
    decision: { outcome: 'filter', reason: 'cold-outreach', mayReply: false },
    verdict: pitch,
    redactions: { emails: 1, phones: 1 },
  })
  expect(judgement.seen[0]?.ownText).toBe('Write to [email] or call [phone] about it.')
})

test('the subject is redacted, too', async () => {
  const subject = 'Call +49 30 901820 or pat@brightvendor.example'
  const { seen, ...judgement } = await judge(message({ subject }))
  expect(seen[0]?.subject).toBe('Call [phone] or [email]')
  expect(judgement).toMatchObject({ redactions: { emails: 1, phones: 1 } })
})

test('the verdict decides and is returned with the fields that the classifier added', async () => {
  expect((await judge(message(), known, ordinary)).decision).toEqual({
    outcome: 'keep',
    reason: 'not-cold',
  })
  const classify = () => Promise.resolve({ ...pitch, lessons: ['one'] })
  const judgement = await judgeMessage(message(), known, { redaction: 'full', policy, classify })
  expect(judgement).toMatchObject({ verdict: { lessons: ['one'] } })
})

test('a message from a blocked sender and a follow-up are filtered unjudged', async () => {
  const blocked = await judge(message(), { ...known, reputation: 'blocked', isFollowUp: true })
  expect(blocked).toEqual({
    kind: 'unjudged',
    decision: { outcome: 'filter', reason: 'blocked-sender', mayReply: false },
    seen: [],
  })
  const followUp = await judge(message(), { ...known, isFollowUp: () => true })
  expect(followUp).toMatchObject({ decision: { reason: 'follow-up' }, seen: [] })
})

describe('a common contact', () => {
  const kept = { kind: 'unjudged', decision: { outcome: 'keep', reason: 'common-contact' } }

  test('that a lookup finds keeps a message that would be filtered', async () => {
    const sender = { ...known, hasCommonContact: () => Promise.resolve(true) }
    expect(await judge(message(), sender)).toMatchObject(kept)
    expect(await judge(message(), { ...sender, isFollowUp: true })).toMatchObject(kept)
    expect((await judge(message(), sender)).seen).toHaveLength(1)
  })

  test('is not looked up if the message stays anyway or its sender is blocked', async () => {
    const hasCommonContact = () => {
      throw new Error('looked up')
    }
    const sender = { ...known, hasCommonContact }
    expect((await judge(message(), sender, ordinary)).decision.reason).toBe('not-cold')
    const blocked = await judge(message(), { ...sender, reputation: 'blocked' })
    expect(blocked.decision.reason).toBe('blocked-sender')
  })

  test('that is known keeps the message unjudged', async () => {
    const judgement = await judge(message(), { ...known, hasCommonContact: true })
    expect(judgement).toMatchObject({ ...kept, seen: [] })
  })
})

test('a known contact is kept without reading the body', async () => {
  const unread: Message = message()
  Object.defineProperty(unread, 'body', {
    get: () => {
      throw new Error('the body was read')
    },
  })
  expect(await judge(unread, { ...known, hasWrittenToSender: true })).toMatchObject({
    kind: 'unjudged',
    decision: { outcome: 'keep', reason: 'known-contact' },
  })
})

test('quotes and signature are in the text but not in the own words', async () => {
  const judgeable = await prepare(
    message({
      body: {
        text: 'Any thoughts on my note below, please?\n\n-- \nPat Doe\nBright Vendor\n\n> We build packaging lines.',
        html: null,
      },
    }),
  )
  expect(judgeable.ownText).toBe('Any thoughts on my note below, please?')
  expect(judgeable.text).toContain('We build packaging lines')
})

test('a message that is too large to read is not judged by its first words', async () => {
  const { body } = message()
  const judgement = await judge(message({ body: { ...body, isExcerpt: true } }))
  expect(judgement).toMatchObject({
    kind: 'unjudged',
    decision: { outcome: 'keep', reason: 'too-large' },
  })
})

test('a message with fewer than five own words is kept', async () => {
  const short = message({
    body: { text: 'Thanks!\n\n> We build packaging lines for you.', html: null },
  })
  expect(await judge(short)).toMatchObject({
    kind: 'unjudged',
    decision: { outcome: 'keep', reason: 'too-little-text' },
  })
})

describe('a bump of a few words', () => {
  const nia = { name: 'Nia Oyelaran', address: 'nia@lines.example' }
  const pitchText = 'We build packaging lines for people who pack a great many things.'
  const quoted = `> ${pitchText}`
  const bump = (text: string, from = nia) => message({ from, body: { text, html: null } })

  test.each([
    ['by name', `On Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n${quoted}`],
    ['by address', `On Tue, 1 Oct 2024 at 9:15, Nia <nia@lines.example> wrote:\n${quoted}`],
    [
      'by a block of headers',
      `From: Nia <nia@lines.example>\nSent: 1 October 2024\nTo: Ann\nSubject: Lines\n\n${pitchText}`,
    ],
    [
      'twice',
      `On Tue, 1 Oct 2024, Nia Oyelaran wrote:\n> And?\n>\n> On Mon, 30 Sep 2024, Nia Oyelaran wrote:\n>${quoted}`,
    ],
  ])('above the sender’s own message, quoted %s, is judged with it', async (_case, quote) => {
    const judgement = await judge(bump(`Any thoughts?\n\n${quote}`))
    expect(judgement).toMatchObject({ kind: 'judged', decision: { outcome: 'filter' } })
    expect(judgement.seen[0]?.ownText).toMatch(/^Any thoughts\?\n/)
    expect(judgement.seen[0]?.ownText).toContain(pitchText)
    expect(judgement.seen[0]?.hasQuote).toBe(false)
  })

  test.each([
    ['the user', `On Tue, 1 Oct 2024 at 9:15, Ann <ann@kestrelworks.example> wrote:\n${quoted}`],
    ['someone of another name', `On Tue, 1 Oct 2024 at 9:15, Sam Reed wrote:\n${quoted}`],
    [
      'the sender and, below, the user',
      `On Tue, 1 Oct 2024, Nia Oyelaran wrote:\n> As you asked.\n>\n> On Mon, 30 Sep 2024, Ann Kestrel wrote:\n>${quoted}`,
    ],
    ['no one', quoted],
    [
      'the sender and, deeper, no one',
      `On Tue, 1 Oct 2024, Nia Oyelaran <nia@lines.example> wrote:\n> As you asked.\n>\n>> Could you send me a quote for a packaging line?`,
    ],
    [
      'the sender and, deeper, no one, in a block of headers',
      `From: Nia <nia@lines.example>\nSent: 1 October 2024\nTo: Ann\nSubject: Lines\n\nAs you asked.\n\n> Could you send me a quote for a packaging line?`,
    ],
    [
      'the sender and, below that, no one',
      `On Tue, 1 Oct 2024, Nia Oyelaran <nia@lines.example> wrote:\n${quoted}\n\n-----Original Message-----\nCould you send me a quote for a packaging line?`,
    ],
    [
      'a namesake at another address',
      `On Tue, 1 Oct 2024, Nia Oyelaran <nia@other.example> wrote:\n${quoted}`,
    ],
  ])('above a message by %s is kept', async (_case, quote) => {
    expect(await judge(bump(`Thank you!\n\n${quote}`))).toMatchObject({
      kind: 'unjudged',
      decision: { outcome: 'keep', reason: 'too-little-text' },
    })
  })

  test('never gets a reply', async () => {
    const text = `Any thoughts?\n\nOn Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n${quoted}`
    const replying = { ...policy, smartResponse: true }
    const options = { redaction: 'full', policy: replying, classify: () => pitch } as const
    const { decision } = await judgeMessage(bump(text), known, options)
    expect(decision).toMatchObject({ outcome: 'filter', mayReply: false })
  })

  test('is kept if it replies to the user, even if it quotes its sender’s own message', async () => {
    const text = `Any thoughts?\n\nOn Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n${quoted}`
    const judgement = await judge(bump(text), { ...known, answersTheUser: true })
    expect(judgement.decision).toEqual({ outcome: 'keep', reason: 'reply' })
  })

  test('is filtered as a follow-up if an earlier message of the thread was filtered, even without a quote', async () => {
    const judgement = await judge(bump('Any thoughts?'), { ...known, isFollowUp: true })
    expect(judgement.decision).toMatchObject({ outcome: 'filter', reason: 'follow-up' })
    expect((await judge(bump('Any thoughts?'))).decision.reason).toBe('too-little-text')
  })

  test('is redacted, and so is its quote', async () => {
    const text = `Any thoughts?\n\nOn Tue, 1 Oct 2024 at 9:15, Nia Oyelaran wrote:\n> Call me at +49 30 901820 about your packaging.`
    const { seen } = await judge(bump(text))
    expect(seen[0]?.ownText).toContain('[phone]')
    expect(seen[0]?.ownText).not.toContain('901820')
  })
})

describe('a new person at an organisation to which the user has written', () => {
  const colleague: SenderFacts = { ...known, hasWrittenToDomain: true }
  const { filter, certain } = thresholds.sales

  test('is judged, and the classifier sees that the user has written to the domain', async () => {
    const { seen } = await judge(message(), colleague)
    expect(seen[0]?.facts.relationship).toMatchObject({
      hasWrittenToSender: false,
      hasWrittenToDomain: true,
    })
  })

  test('is filtered only if the verdict is certain, and never gets a reply', async () => {
    const decide = async (score: number) =>
      (await judge(message(), colleague, { ...pitch, score })).decision
    expect(await decide(filter)).toEqual({ outcome: 'keep', reason: 'known-organisation' })
    expect(await decide(certain)).toMatchObject({ outcome: 'filter', mayReply: false })
  })

  test.each([
    ['support', 'Your ticket about the second pallet is solved. Please tell us if it is not.'],
    ['billing', 'The invoice for October is attached. Please note our new bank account.'],
    ['the new account manager', 'I have taken over your account from Kim and look forward to it.'],
    ['a stand-in for a colleague', 'Kim is on leave, so I answer for her: Monday suits us.'],
  ])('is kept even if the model is fairly sure: %s', async (_case, text) => {
    const received = message({ body: { text, html: null } })
    const judgement = await judge(received, colleague, { ...pitch, score: certain - 0.001 })
    expect(judgement.decision).toEqual({ outcome: 'keep', reason: 'known-organisation' })
  })
})

test('the domain is not looked up if having written to the sender keeps the message', async () => {
  const hasWrittenToDomain = () => {
    throw new Error('looked up')
  }
  const sender = { ...known, hasWrittenToSender: true, hasWrittenToDomain }
  expect((await judge(message(), sender)).decision.reason).toBe('known-contact')
})

test('a contact-form message has `contact-form` as its first signal, and never gets a reply', async () => {
  const received: Message = { ...message(), viaContactForm: true }
  const replying = { ...policy, smartResponse: true }
  const judgement = await judgeMessage(received, known, {
    redaction: 'full',
    policy: replying,
    classify: () => ({ ...pitch, signals: ['flatters'] as const }),
  })
  expect(judgement).toMatchObject({
    verdict: { signals: ['contact-form', 'flatters'] },
    decision: { outcome: 'filter', mayReply: false },
  })
})

test('if a message has text and HTML, the part that mail programs show is read', async () => {
  const html = '<p>We build <b>packaging lines</b> for people who pack a great many things.</p>'
  const both = async (text: string, shown = html) =>
    (await prepare(message({ body: { text, html: shown } }))).ownText
  expect(await both('The two pallets of your order arrived, thank you very much.')).toContain(
    'great many',
  )
  expect(
    await both('We build packaging lines for people who pack a lot.', '<img src="x">'),
  ).toContain('a lot')
})

test.each([
  ['a new message', message(), { thread: 'new', links: 'none', sender: 'company' }],
  ['a fake reply', message({ subject: 'Re: our talk' }), { thread: 'claimed' }],
  [
    'a real reply',
    message({ subject: 'Re: our talk' }, { 'In-Reply-To': '<0@x>' }),
    { thread: 'continued' },
  ],
  ['no headers at all', message({ headers: new MessageHeaders() }), { thread: 'unknown' }],
  [
    'a private address',
    message({ from: { name: '', address: 'pat@gmail.com' } }),
    { sender: 'freemail' },
  ],
  [
    'replies that go elsewhere',
    message({ replyTo: { name: '', address: 'pat@other.example' } }),
    { answersGoElsewhere: true },
  ],
  [
    'replies that go to a subdomain',
    message({ replyTo: { name: '', address: 'pat@in.brightvendor.example' } }),
    { answersGoElsewhere: false },
  ],
  ['a bulk message', message({}, { Precedence: 'bulk' }), { isBulk: true }],
  [
    'a way to unsubscribe',
    message({}, { 'List-Unsubscribe': '<https://x.example>' }),
    { hasListUnsubscribe: true },
  ],
  ['its own name in passing', message(), { namesItsOwnCompany: true, namesYourCompany: false }],
  [
    'your name in passing',
    message({ subject: 'Kestrel Works and us' }),
    { namesYourCompany: true },
  ],
  [
    'your name in three words with punctuation between them',
    message({ subject: 'Kes-Trel, Wor Ks and us' }),
    { namesYourCompany: true },
  ],
  [
    'your name in four words',
    message({ subject: 'Kes trel wor ks and us' }),
    { namesYourCompany: false },
  ],
  [
    'your name in an address alone',
    message({ subject: 'ann@kestrelworks.example' }),
    { namesYourCompany: false },
  ],
  [
    'links to itself',
    message({
      body: { text: 'Have a look at https://www.brightvendor.example/lines please.', html: null },
    }),
    { links: 'own-domain' },
  ],
  [
    'links to others',
    message({
      body: { text: 'Have a look at https://track.example/?u=1 when you can.', html: null },
    }),
    { links: 'other-domains' },
  ],
  [
    'a tracking pixel',
    message({
      body: {
        text: null,
        html: '<p>We build packaging lines for you.</p><img src="https://t.example/p" width="1" height="1">',
      },
    }),
    { hasTrackingPixel: true },
  ],
] as const)('the envelope of %s', async (_case, received, facts) => {
  expect((await prepare(received)).facts).toMatchObject(facts)
})

test('the relationship is unknown if no mailbox was searched', async () => {
  expect((await prepare(message(), unknownSender)).facts.relationship).toBeNull()
})

test('a quote is noticed, and is not among the own words', async () => {
  const text = 'Monday at eight suits all of us well.\n\n> When shall we come by?'
  const { hasQuote, ownText } = await prepare(message({ body: { text, html: null } }))
  expect(hasQuote).toBe(true)
  expect(ownText).not.toContain('come by')
  expect((await prepare(message())).hasQuote).toBe(false)
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
])('%s quotes someone else under %j: %s', async (name, head, quotesSomeoneElse) => {
  const text = `Any news on the pallets that I wrote of?\n\n${head}\n\nWe build packaging lines.`
  const from = { name, address: 'nia@lines.example' }
  const { hasQuote } = await prepare(message({ from, body: { text, html: null } }))
  expect(hasQuote).toBe(quotesSomeoneElse)
})
