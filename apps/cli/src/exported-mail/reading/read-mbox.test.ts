import { expect, test } from 'vitest'
import { collect, inChunks } from '../../testing/fake-chunks.ts'
import { readMbox } from './read-mbox.ts'

const first = 'Subject: one\n\nHello\n'
const second = 'Subject: two\n\nBye\n'
const envelope = 'From c@d.test Mon Jan  6 09:30:00 2025\n'

test.each([
  ['an empty file', '', []],
  ['a file of blank lines', '\n\r\n\n', []],
  ['a file with one message', `From a@b.test Mon Jan  1\n${first}`, [first]],
  [
    'a file with two messages',
    `From a@b.test\n${first}\n${envelope}${second}`,
    [`${first}\n`, second],
  ],
  ['a first message after blank lines', `\n\nFrom a@b.test\n${first}`, [first]],
  [
    'a file with CRLF line ends',
    'From a\r\nSubject: one\r\n\r\nHi\r\n\r\nFrom b 09:30\r\nSubject: two\r\n',
    ['Subject: one\r\n\r\nHi\r\n\r\n', 'Subject: two\r\n'],
  ],
  ['a last message without a line end', 'From a\nSubject: one\n\nHello', ['Subject: one\n\nHello']],
  ['a message without lines', 'From a\n\nFrom b 09:30\nSubject: two\n', ['\n', 'Subject: two\n']],
  ['a single message without its From line', first, [first]],
  [
    'a line with From in the middle of a paragraph',
    'From a\nS: 1\n\nGreetings\nFrom Rome\n',
    ['S: 1\n\nGreetings\nFrom Rome\n'],
  ],
  [
    'a line with From, but no time, at the start of a paragraph',
    'From a\nS: 1\n\nFrom 9 May on, we ship 24:7.\n',
    ['S: 1\n\nFrom 9 May on, we ship 24:7.\n'],
  ],
  [
    'a line with From and a time far to the right',
    `From a\n\nFrom ${'x'.repeat(1_500)} 09:30\n`,
    [`\nFrom ${'x'.repeat(1_500)} 09:30\n`],
  ],
  ['a line with From without a space after it', 'From a\nS: 1\n\nFrom: b\n', ['S: 1\n\nFrom: b\n']],
  ['a quoted From line', 'From a\nS: 1\n\n>From Rome\n', ['S: 1\n\nFrom Rome\n']],
  ['a From line quoted twice', 'From a\nS: 1\n\n>>From Rome\n', ['S: 1\n\n>From Rome\n']],
  [
    'a line with another kind of quote',
    'From a\nS: 1\n\n> From\n>Frame\n>\n',
    ['S: 1\n\n> From\n>Frame\n>\n'],
  ],
])('%s is read the same for every chunk size', async (_name, mbox, messages) => {
  for (const chunkBytes of [1, 2, 7, 1_000])
    expect(await messagesOf(mbox, chunkBytes)).toEqual(messages)
})

test('bytes of any encoding pass through unchanged', async () => {
  const body = Buffer.from([0x47, 0xfc, 0xdf, 0xe9, 0x00, 0xff, 0x0a])
  const mbox = Buffer.concat([Buffer.from('From a\n'), body])
  expect(await collect(readMbox(inChunks(mbox, 3), 1_000))).toEqual([body])
})

test('the rest of a message beyond the limit is dropped, and the next message is complete', async () => {
  const mbox = `From a\n${'x'.repeat(50_000)}\n\n${envelope}short\n`
  expect(await messagesOf(mbox, 4_096, 100)).toEqual(['x'.repeat(100), 'short\n'])
})

test('a From line after a very long line without a blank line belongs to the message', async () => {
  const body = `${'x'.repeat(5_000)}\nFrom here on\n`
  expect(await messagesOf(`From a\n${body}`, 512)).toEqual([body])
})

async function messagesOf(mbox: string, chunkBytes: number, maxBytes = 100_000): Promise<string[]> {
  const messages = await collect(readMbox(inChunks(mbox, chunkBytes), maxBytes))
  return messages.map((message) => message.toString())
}
