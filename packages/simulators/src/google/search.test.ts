import { expect, test } from 'vitest'
import { createChance } from '../world/chance.ts'
import { VirtualClock } from '../world/clock.ts'
import { compose } from '../world/compose.ts'
import { MailStore } from '../world/mail-store.ts'
import { parseSearch } from './search.ts'

const now = new Date('2026-11-15T12:00:00Z')
const owner = {
  provider: 'google',
  address: 'ann@example.com',
  name: 'Ann',
  aliases: [],
  subject: '1',
} as const
const store = new MailStore(owner, {
  clock: new VirtualClock(now),
  chance: createChance(1),
  firstChangeId: 1n,
})

const add = (
  name: string,
  { from = 'jo@vendor.test', to = 'ann@example.com', subject = 'Hello', cc = '' },
  standing: { places?: string[]; daysAgo?: number } = {},
) =>
  store.add({
    raw: compose({
      from,
      to,
      subject,
      text: 'Text',
      date: now,
      messageId: `<${name}@vendor.test>`,
      ...(cc !== '' && { headers: [{ name: 'Cc', value: cc }] }),
    }),
    places: standing.places ?? ['inbox'],
    receivedAt: new Date(now.getTime() - (standing.daysAgo ?? 0) * 24 * 3_600_000),
  })

add('pitch', { from: '"Jo Doe" <jo@vendor.test>', subject: 'Quick question about AI' })
add(
  'colleague',
  { from: 'mary-ann@example.com', subject: '=?utf-8?q?Gr=C3=BC=C3=9Fe?=' },
  { daysAgo: 40 },
)
add(
  'sent',
  { from: 'ann@example.com', to: 'jo@vendor.test', cc: 'pat@partner.test' },
  { places: ['sent'], daysAgo: 3 },
)
add('spam', { from: 'win@lottery.test' }, { places: ['junk'] })

const find = (query: string) => {
  const { matches } = parseSearch(query, now)
  return [...store.list()]
    .filter(matches)
    .map(({ headers }) => /<(\w+)@/.exec(headers.find('message-id') ?? '')?.[1] ?? '')
    .sort()
    .join(' ')
}

test.each([
  ['in:inbox', 'colleague pitch'],
  ['in:sent', 'sent'],
  ['in:spam', 'spam'],
  ['in:anywhere', 'colleague pitch sent spam'],
  ['from:jo@vendor.test', 'pitch'],
  ['from:vendor.test', 'pitch'],
  ['from:"Jo Doe"', 'pitch'],
  ['from:vend', ''],
  ['from:ann@example.com', 'colleague sent'],
  ['to:pat@partner.test', 'sent'],
  ['in:sent to:vendor.test', 'sent'],
  ['subject:question', 'pitch'],
  ['subject:"quick question"', 'pitch'],
  ['subject:"question quick"', ''],
  ['subject:(question quick)', 'pitch'],
  ['subject:(question OR grüße)', 'colleague pitch'],
  ['rfc822msgid:pitch@vendor.test', 'pitch'],
  ['rfc822msgid:<sent@vendor.test>', 'sent'],
  ['in:sent (rfc822msgid:pitch@vendor.test OR rfc822msgid:sent@vendor.test)', 'sent'],
  ['from:jo OR from:mary in:inbox', 'colleague pitch'],
  ['in:inbox -from:jo', 'colleague'],
  ['-(in:inbox OR in:spam)', 'sent'],
  ['newer_than:7d in:anywhere', 'pitch sent spam'],
  ['newer_than:1m', 'pitch sent spam'],
  ['after:2026/11/14 in:inbox', 'pitch'],
  ['before:2026/11/14', 'colleague sent'],
  [`after:${now.getTime() / 1000 - 60}`, 'pitch spam'],
  ['', 'colleague pitch sent spam'],
])('%s finds: %s', (query, found) => {
  expect(find(query)).toBe(found)
})

test.each([
  'hello',
  '"a phrase"',
  'is:unread',
  'label:doorman',
  'in:doorman',
  'has:attachment',
  'older_than:3d',
  'after:yesterday',
  'newer_than:3h',
  'from:',
  'from:"',
  '{from:a from:b}',
  'from:a OR',
  'OR from:a',
  '(from:a',
  'from:a)',
  'from:a AND from:b',
  '-',
])('%s is refused: not simulated', (query) => {
  expect(() => parseSearch(query, now)).toThrow('Not simulated')
})

test('spam and bin are searched only when named', () => {
  expect(parseSearch('from:a', now).reachesSpamAndTrash).toBe(false)
  expect(parseSearch('in:trash from:a', now).reachesSpamAndTrash).toBe(true)
  expect(parseSearch('in:anywhere', now).reachesSpamAndTrash).toBe(true)
})
