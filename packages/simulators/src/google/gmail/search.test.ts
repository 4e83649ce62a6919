import { expect, test } from 'vitest'
import { VirtualClock } from '../../world/clock.ts'
import { MailStore } from '../../world/mailbox/mail-store.ts'
import { compose } from '../../world/message/compose.ts'
import { createRandom } from '../../world/random.ts'
import { dayMs } from '../../world/time.ts'
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
  random: createRandom(1),
  firstChangeId: 1n,
})

const add = (
  name: string,
  { from = 'jo@vendor.test', to = 'ann@example.com', subject = 'Hello', cc = '' },
  { folders = ['inbox'], daysAgo = 0 }: { folders?: string[]; daysAgo?: number } = {},
) =>
  store.add({
    raw: compose({
      from,
      to,
      subject,
      text: 'Text',
      date: now,
      rfcMessageId: `<${name}@vendor.test>`,
      ...(cc !== '' && { headers: [{ name: 'Cc', value: cc }] }),
    }),
    folders,
    receivedAt: new Date(now.getTime() - daysAgo * dayMs),
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
  { folders: ['sent'], daysAgo: 3 },
)
add('spam', { from: 'win@lottery.test' }, { folders: ['junk'] })

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
])('the query "%s" finds: %s', (query, found) => {
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
])('the query "%s" is rejected as not simulated', (query) => {
  expect(() => parseSearch(query, now)).toThrow('Not simulated')
})

test('spam and trash are searched only when the query names them', () => {
  expect(parseSearch('from:a', now).includesSpamAndTrash).toBe(false)
  expect(parseSearch('in:trash from:a', now).includesSpamAndTrash).toBe(true)
  expect(parseSearch('in:anywhere', now).includesSpamAndTrash).toBe(true)
})
