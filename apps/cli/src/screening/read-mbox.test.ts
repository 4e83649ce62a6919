import { expect, test } from 'vitest'
import { collect, inChunks } from './fake-chunks.ts'
import { readMbox } from './read-mbox.ts'

const first = 'Subject: one\n\nHello\n'
const second = 'Subject: two\n\nBye\n'
const envelope = 'From c@d.test Mon Jan  6 09:30:00 2025\n'

test.each([
  ['an empty file', '', []],
  ['blank lines alone', '\n\r\n\n', []],
  ['one mail', `From a@b.test Mon Jan  1\n${first}`, [first]],
  ['two mails', `From a@b.test\n${first}\n${envelope}${second}`, [`${first}\n`, second]],
  ['blank lines before the first', `\n\nFrom a@b.test\n${first}`, [first]],
  [
    'CRLF',
    'From a\r\nSubject: one\r\n\r\nHi\r\n\r\nFrom b 09:30\r\nSubject: two\r\n',
    ['Subject: one\r\n\r\nHi\r\n\r\n', 'Subject: two\r\n'],
  ],
  ['no line end at the last', 'From a\nSubject: one\n\nHello', ['Subject: one\n\nHello']],
  [
    'a mail without any of its own lines',
    'From a\n\nFrom b 09:30\nSubject: two\n',
    ['\n', 'Subject: two\n'],
  ],
  ['a single mail without its From line', first, [first]],
  [
    'From in the middle of a paragraph',
    'From a\nS: 1\n\nGreetings\nFrom Rome\n',
    ['S: 1\n\nGreetings\nFrom Rome\n'],
  ],
  [
    'From at the start of a paragraph',
    'From a\nS: 1\n\nFrom 9 May on, we ship 24:7.\n',
    ['S: 1\n\nFrom 9 May on, we ship 24:7.\n'],
  ],
  [
    'a time far behind From',
    `From a\n\nFrom ${'x'.repeat(1_500)} 09:30\n`,
    [`\nFrom ${'x'.repeat(1_500)} 09:30\n`],
  ],
  ['From without a space after it', 'From a\nS: 1\n\nFrom: b\n', ['S: 1\n\nFrom: b\n']],
  ['a quoted From line', 'From a\nS: 1\n\n>From Rome\n', ['S: 1\n\nFrom Rome\n']],
  ['a From line quoted twice', 'From a\nS: 1\n\n>>From Rome\n', ['S: 1\n\n>From Rome\n']],
  ['other quotes', 'From a\nS: 1\n\n> From\n>Frame\n>\n', ['S: 1\n\n> From\n>Frame\n>\n']],
])('%s, however it is cut into chunks', async (_name, mbox, mails) => {
  for (const chunkBytes of [1, 2, 7, 1_000]) expect(await mailsOf(mbox, chunkBytes)).toEqual(mails)
})

test('bytes of any encoding come out as they went in', async () => {
  const body = Buffer.from([0x47, 0xfc, 0xdf, 0xe9, 0x00, 0xff, 0x0a])
  const mbox = Buffer.concat([Buffer.from('From a\n'), body])
  expect(await collect(readMbox(inChunks(mbox, 3), 1_000))).toEqual([body])
})

test('the tail of a mail beyond the limit is dropped, and the next is whole', async () => {
  const mbox = `From a\n${'x'.repeat(50_000)}\n\n${envelope}short\n`
  expect(await mailsOf(mbox, 4_096, 100)).toEqual(['x'.repeat(100), 'short\n'])
})

test('a From line after an endless line without a blank one belongs to the mail', async () => {
  const body = `${'x'.repeat(5_000)}\nFrom here on\n`
  expect(await mailsOf(`From a\n${body}`, 512)).toEqual([body])
})

async function mailsOf(mbox: string, chunkBytes: number, maxBytes = 100_000): Promise<string[]> {
  const mails = await collect(readMbox(inChunks(mbox, chunkBytes), maxBytes))
  return mails.map((mail) => mail.toString())
}
