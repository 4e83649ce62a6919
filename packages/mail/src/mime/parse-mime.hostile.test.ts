import { isThorough } from '@doorman/domain/testing/sample'
import { createRandom, type Random } from '@doorman/simulators/world/random'
import { expect, test } from 'vitest'
import { parseMime, type ParsedMessage } from './parse-mime.ts'

const lines = [
  'Received: from mail.vendor.test by mx.example.com; Mon, 13 May 2024 09:00:05 +0000',
  'From: =?utf-8?Q?P=C3=A4t?= <pat@vendor.test>',
  'To: "Ann, CEO" <ann@example.com>, Team: bob@example.com, cyd@example.com;',
  'Reply-To: desk@vendor.test',
  'Subject: =?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?8J+YgA==?=',
  'Message-ID: <1@vendor.test>',
  'Date: Mon, 13 May 2024 09:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed;',
  '\tboundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8; format=flowed',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Hello =C3=84nn, =',
  'shall we talk?',
  '--inner',
  'Content-Type: text/html; charset=windows-1252',
  'Content-Transfer-Encoding: base64',
  '',
  'PHA+SGVsbG8gPGI+QW5uPC9iPjwvcD4=',
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name="offer.pdf"',
  'Content-Disposition: attachment; filename="offer.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjQKJcfsj6IKNSAwIG9iago8PC9MZW5ndGggNiAwIFI+PgpzdHJlYW0K',
  '--outer--',
]
const original = Buffer.from(lines.join('\r\n'))

const characters = '\0 \r \n - : ; " < \\ ( @ =? ?= =\r\n \u202e \ud800 \ufeff 𝟘 \x1b$B'.split(' ')
const fragments = [
  ' ',
  '\r\n\r\n',
  '\n--outer\n',
  '\n--inner--\n',
  '=?utf-8?B?',
  'boundary=',
  'charset=utf-16',
  'charset=x-unknown',
  'message/rfc822',
  'multipart/digest',
  'Content-Type: multipart/mixed; boundary=outer\r\n\r\n',
  'From: eve@evil.test\r\n',
]

/** Replaces up to 200 bytes somewhere with a hostile fragment, sometimes repeated. */
function mutate(bytes: Buffer, { below, hex }: Random): Buffer {
  const hostile = [...characters, ...fragments].map((text) => Buffer.from(text))
  const noise = Buffer.from(hex(2 * below(12)), 'hex')
  const inserted = hostile[below(2 * hostile.length)] ?? noise
  const start = below(bytes.length)
  const replaced = below(2) * below(200)
  const copies = below(10) === 0 ? below(300) : 1
  return Buffer.concat([
    bytes.subarray(0, start),
    ...Array.from({ length: copies }, () => inserted),
    bytes.subarray(start + replaced),
  ])
}

const mutated = isThorough ? 2_000 : 500

test(`${mutated} mutated messages are parsed safely or unreadable`, async () => {
  let readable = 0
  for (let seed = 0; seed < mutated; seed++) {
    const random = createRandom(seed)
    let bytes: Buffer = original
    for (let count = 1 + random.below(8); count > 0; count--) bytes = mutate(bytes, random)
    const parsed = await parseMime(bytes)
    if (parsed === 'unreadable') continue
    readable++
    expect({ seed, faults: listFaults(parsed) }).toEqual({ seed, faults: [] })
  }
  expect(readable).toBeGreaterThan(mutated / 2)
})

test('random bytes are parsed safely or unreadable', async () => {
  for (let seed = 0; seed < mutated / 5; seed++) {
    const { hex, below } = createRandom(seed)
    const parsed = await parseMime(Buffer.from(hex(2 * below(3_000)), 'hex'))
    expect({ seed, faults: parsed === 'unreadable' ? [] : listFaults(parsed) }).toEqual({
      seed,
      faults: [],
    })
  }
})

/** Values that the database, the screen or our rules cannot handle. */
function listFaults({ message, rfcMessageId, date }: ParsedMessage): string[] {
  const people = [message.from, ...message.to, message.replyTo].filter((one) => one !== null)
  const lines = [message.subject, ...people.flatMap(({ name, address }) => [name, address])]
  const texts = [message.body.text ?? '', message.body.html ?? '']
  return [
    ...lines.filter((line) => /[\p{Cc}\p{Cs}\u202e]/u.test(line)),
    ...people.map(({ address }) => address).filter((one) => !/^$|^[^\s@]+@[a-z0-9._-]+$/.test(one)),
    ...texts.filter((text) => !text.isWellFormed() || text.includes('\0')),
    ...[rfcMessageId ?? '<x>'].filter((id) => !/^<[^<>\s]+>$/.test(id)),
    ...[date ?? new Date(1)].filter((one) => !/^\d{4}-/.test(one.toISOString())).map(String),
  ]
}

const megabyte = 1024 * 1024
const head = 'From: pat@vendor.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'

/** A naive parser would need seconds, or too much memory, for each of these. */
test.each([
  [
    'an attachment',
    `${head}--b\r\n\r\nHi\r\n--b\r\nContent-Type: application/zip\r\n\r\n`,
    'QUJD\n',
  ],
  ['empty lines', head, '\n'],
  ['unknown delimiters', head, '\n--c'],
  ['delimiters', head, '--b\n'],
  ['headers without an end', 'From: pat@vendor.test\r\n', 'X: y\n'],
  ['one long header', 'From: pat@vendor.test\r\nX: ', 'yyyy'],
  ['one long line', 'From: pat@vendor.test\r\n\r\n', 'word '],
  ['soft line ends', `${head}--b\nContent-Transfer-Encoding: quoted-printable\n\n`, '=\n'],
  ['nested parts', head, '--b\nContent-Type: multipart/mixed; boundary=b\n\n'],
])('parsing 50 MB of %s needs less than 50 MB of extra memory', async (_case, start, filling) => {
  const bytes = Buffer.alloc(50 * megabyte, filling)
  bytes.write(start, 'latin1')
  const before = process.memoryUsage()
  const parsed = await parseMime(bytes)
  const after = process.memoryUsage()
  expect(parsed).toMatchObject({ message: { from: { address: 'pat@vendor.test' } } })
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(50 * megabyte)
  expect(after.heapUsed - before.heapUsed).toBeLessThan(50 * megabyte)
})
