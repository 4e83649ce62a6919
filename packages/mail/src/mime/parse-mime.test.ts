import { expect, test } from 'vitest'
import { parseMime, type ParsedMessage } from './parse-mime.ts'

async function parse(...lines: (string | Buffer)[]): Promise<ParsedMessage> {
  const bytes = lines.flatMap((line) => [
    typeof line === 'string' ? Buffer.from(line) : line,
    Buffer.from('\r\n'),
  ])
  const parsed = await parseMime(Buffer.concat(bytes))
  if (parsed === 'unreadable') throw new Error('unreadable')
  return parsed
}

const alternative = [
  'Content-Type: multipart/alternative; boundary="=_b"',
  '',
  'This is a multi-part message.',
  '--=_b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello Ann',
  '--=_b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello <b>Ann</b></p>',
  '--=_b--',
  'Epilogue.',
]

test('parses an ordinary message', async () => {
  const { message, rfcMessageId, date } = await parse(
    'Return-Path: <pat@vendor.test>',
    'Received: from mail.vendor.test by mx.example.com; Mon, 13 May 2024 09:00:05 +0000 (UTC)',
    'From: =?utf-8?Q?P=C3=A4t?= <Pat@Vendor.Test>',
    'To: "Ann, CEO" <ann@example.com>, Team: bob@example.com;',
    'Cc: Kim <kim@example.com>',
    'Reply-To: desk@vendor.test',
    'Subject: =?utf-8?B?w5xiZXI=?= =?utf-8?B?YWxs?=',
    'Message-ID: <1@vendor.test>',
    'Date: Mon, 13 May 2024 09:00:00 +0000',
    ...alternative,
  )
  expect(message).toMatchObject({
    from: { name: 'Pät', address: 'pat@vendor.test' },
    to: [
      { name: 'Ann, CEO', address: 'ann@example.com' },
      { name: '', address: 'bob@example.com' },
    ],
    cc: [{ name: 'Kim', address: 'kim@example.com' }],
    replyTo: { address: 'desk@vendor.test' },
    subject: 'Überall',
    body: { text: 'Hello Ann\r\n', html: '<p>Hello <b>Ann</b></p>\r\n' },
  })
  expect(rfcMessageId).toBe('<1@vendor.test>')
  expect(date).toEqual(new Date('2024-05-13T09:00:05Z'))
  expect(message.headers.get('return-path')).toBe('<pat@vendor.test>')
})

test('decodes each part by its own encoding and charset', async () => {
  const { message } = await parse(
    'From: pat@vendor.test',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=DFe aus =',
    'K=F6ln',
    '--b',
    'Content-Type: text/plain; charset="iso-2022-jp"',
    'Content-Transfer-Encoding: BASE64',
    '',
    Buffer.from('\x1b$B$3$s\x1b(B').toString('base64'),
    '--b',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'mislabelled: é',
    '--b',
    'Content-Type: text/plain; charset=klingon',
    '',
    Buffer.from('caf\xe9', 'latin1'),
    '--b--',
  )
  expect(message.body.text).toBe('Grüße aus Köln\r\n\nこん\nmislabelled: é\r\n\ncafé\r\n')
})

test('skips attachments and forwarded messages', async () => {
  const { message } = await parse(
    'From: pat@vendor.test',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    '--outer',
    ...alternative,
    '--outer',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=notes.txt',
    '',
    'attached words',
    '--outer',
    'Content-Type: message/rfc822',
    '',
    'Subject: another message',
    '',
    'forwarded words',
    '--outer',
    'Content-Type: multipart/digest; boundary=digest',
    '',
    '--digest',
    '',
    'Subject: a message of the digest',
    '',
    'digested words',
    '--digest--',
    '--outer--',
  )
  expect(message.body.text).toBe('Hello Ann\r\n')
})

test('a message with HTML only has no plain text', async () => {
  const { message } = await parse('From: a@b.test', 'Content-Type: text/html', '', '<p>Hi</p>')
  expect(message.body).toEqual({ text: null, html: '<p>Hi</p>\r\n' })
})

test.each([
  ['nothing', ''],
  ['an empty line', '\r\n\r\n'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ['text without headers', 'Dear Ann\nhow are you\n\nPat'],
])('%s is unreadable', async (_case, text) => {
  expect(await parseMime(Buffer.from(text))).toBe('unreadable')
})

test.each([
  ['a boundary that never comes', ['Content-Type: multipart/mixed; boundary=x', '', 'words']],
  ['a boundary without a name', ['Content-Type: multipart/mixed', '', 'words']],
  ['a part without an end', ['Content-Type: multipart/mixed; boundary=x', '', '--x', '', 'words']],
  [
    'parts without headers or an empty line',
    ['Content-Type: multipart/mixed; boundary=x', '', '--x', '--x', '', 'words', '--x--'],
  ],
  ['bare line feeds', ['X: y\n\nwords']],
  ['8-bit headers', [Buffer.from('Subject: caf\xe9', 'latin1'), '', 'words']],
  ['an unknown transfer encoding', ['Content-Transfer-Encoding: uuencode', '', 'words']],
])('tolerates %s', async (_case, lines) => {
  const { message } = await parse('From: pat@vendor.test', ...lines)
  expect(message.from?.address).toBe('pat@vendor.test')
  expect(message.body.text ?? 'words').toContain('words')
})

test('stops reading at some depth of 2,000 nested parts', async () => {
  const nested = Array.from({ length: 2_000 }, (_, index) => [
    `Content-Type: multipart/mixed; boundary=b${index}`,
    '',
    `--b${index}`,
  ]).flat()
  const { message } = await parse('From: pat@vendor.test', ...nested, '', 'deep words')
  expect(message).toMatchObject({ from: { address: 'pat@vendor.test' }, body: { text: null } })
})

test('stops reading after some of 2,000 consecutive parts', async () => {
  const parts = Array.from({ length: 2_000 }, () => ['--b', '', 'x'.repeat(100)]).flat()
  const { message } = await parse('Content-Type: multipart/mixed; boundary=b', '', ...parts)
  expect(message.body.text?.length).toBeGreaterThan(5_000)
  expect(message.body.text?.length).toBeLessThan(20_000)
})

test('reads the first megabyte of a text', async () => {
  const { message } = await parse('From: a@b.test', '', 'é'.repeat(2 * 1024 * 1024))
  expect(message.body.text).toMatch(/^é+.?$/u)
  expect(message.body.text?.length).toBeLessThanOrEqual(1024 * 1024)
})

test('keeps headers up to a limit and drops those that do not fit', async () => {
  const { message } = await parse(
    'From: a@b.test',
    `X-Long: ${'x'.repeat(2 * 1024 * 1024)}`,
    ' and more of it',
    'Subject: still here',
    ...Array.from({ length: 10_000 }, () => 'X-Line: some words to fill the line'),
    '',
    'words',
  )
  expect(message).toMatchObject({ from: { address: 'a@b.test' }, subject: 'still here' })
  expect(message.headers.has('x-long')).toBe(false)
  const lines = message.headers.all('x-line')
  expect(lines.length).toBeGreaterThan(1_000)
  expect(lines.length * 'X-Line: some words to fill the line'.length).toBeLessThan(65_536)
})

test.each([
  ['nested groups', `${'A:'.repeat(20_000)} pat@vendor.test${';'.repeat(20_000)}`],
  ['a long quoted name', `"${'\\"'.repeat(30_000)}" <pat@vendor.test>`],
  ['an endless quote', `"${'\\"'.repeat(30_000)} <pat@vendor.test>`],
])('%s in From names no sender', async (_case, from) => {
  expect((await parse(`From: ${from}`, '', 'words')).message.from).toBeNull()
})

test('removes control characters, NUL and direction marks', async () => {
  const { message } = await parse(
    'From: "P\0a\u202et" <pat@vendor.test>',
    `Subject: a\0b\tc\u200b\u202e\u2066 =?utf-16?B?${Buffer.from([0x00, 0xd8]).toString('base64')}?=`,
    'X-Odd: a\0b',
    '',
    'w\0ords',
  )
  expect(message.from?.name).toBe('P at')
  expect(message.subject).toBe('a b c �')
  expect(message.headers.get('x-odd')).toBe('a b')
  expect(message.body.text).toBe('words\r\n')
})

test('truncates a long subject, but not within a character', async () => {
  const { message } = await parse(`Subject: x${'😀'.repeat(2_000)}`, '')
  expect(message.subject.length).toBe(999)
  expect(message.subject.isWellFormed()).toBe(true)
})

test.each([
  ['valid', 'Mon, 13 May 2024 09:00:00 +0200', '2024-05-13T07:00:00.000Z'],
  ['nonsense', 'yesterday', null],
  ['empty', '', null],
  ['1970', 'Thu, 1 Jan 1970 00:00:00 +0000', null],
  ['99999', '99999', null],
  ['year 99999', 'Mon, 13 May 99999 09:00:00 +0000', null],
  ['2099', 'Wed, 13 May 2099 09:00:00 +0000', '2099-05-13T09:00:00.000Z'],
])('reads or ignores a date that is %s', async (_case, date, expected) => {
  expect((await parse(`Date: ${date}`, 'X: y', '')).date?.toISOString() ?? null).toBe(expected)
  const { date: received } = await parse(
    `Received: by mx.example.com; ${date}`,
    'Date: Tue, 2 Jan 2024 00:00:00 +0000',
    '',
  )
  expect(received?.toISOString()).toBe(expected ?? '2024-01-02T00:00:00.000Z')
})

test('a Message-ID without brackets counts as absent', async () => {
  expect((await parse('Message-ID: 1@vendor.test', '')).rfcMessageId).toBeNull()
  expect((await parse('Message-ID:  <1@vendor.test> (a comment)', '')).rfcMessageId).toBe(
    '<1@vendor.test>',
  )
})

test('a line of spaces does not end the headers', async () => {
  const { message } = await parse('Subject: one', '   ', 'From: pat@vendor.test', '', 'words')
  expect(message).toMatchObject({
    from: { address: 'pat@vendor.test' },
    body: { text: 'words\r\n' },
  })
})
