import { expect, test } from 'vitest'
import { findBody, listParts, prependHeaders, readHeaders, readMime, removeHeader } from './mime.ts'

const toMessage = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

const nested = toMessage(
  'From: =?utf-8?q?J=C3=BCrgen?= <Jo@Vendor.test>',
  'To: Team: ann@example.com, bo@example.com;',
  'Subject: A long',
  ' subject',
  'X-Twice: one',
  'X-Twice: two',
  'Content-Type: multipart/mixed; boundary="outer=1"',
  '',
  'preamble',
  '--outer=1',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=FC=DFe, soft =',
  'break',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>Grüße</p>').toString('base64'),
  '--inner--',
  '--outer=1',
  "Content-Type: application/pdf; name*=UTF-8''%C3%BCbersicht.pdf",
  'Content-Disposition: attachment',
  '',
  '%PDF',
  '--outer=1--',
  'epilogue',
)

test('headers keep their order, case and duplicates', () => {
  const headers = readHeaders(nested)
  expect(headers.list.map(({ name }) => name).slice(0, 5)).toEqual([
    'From',
    'To',
    'Subject',
    'X-Twice',
    'X-Twice',
  ])
  expect(headers.find('subject')).toBe('A long subject')
  expect(headers.findAll('x-twice')).toEqual(['one', 'two'])
  expect(headers.find('from')).toBe('=?utf-8?q?J=C3=BCrgen?= <Jo@Vendor.test>')
  expect(headers.addresses('from')).toEqual([{ name: 'Jürgen', address: 'jo@vendor.test' }])
  expect(headers.addresses('to').map(({ address }) => address)).toEqual([
    'ann@example.com',
    'bo@example.com',
  ])
})

test('parts are split at boundaries and decoded from their own charset', () => {
  const root = readMime(nested)
  expect(listParts(root).map(({ mimeType }) => mimeType)).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'text/html',
    'application/pdf',
  ])
  expect(findBody(root, 'text/plain')).toBe('Grüße, soft break')
  expect(findBody(root, 'text/html')).toBe('<p>Grüße</p>')
  expect(
    listParts(readMime(toMessage('Content-Type: multipart/mixed; boundary=b', '', '--b', '--b--'))),
  ).toHaveLength(2)
  expect(root.parts[1]).toMatchObject({ filename: 'übersicht.pdf', body: Buffer.from('%PDF') })
})

test.each([
  ['no body', 'Subject: x'],
  ['no headers', '\r\nbody'],
  ['bare line feeds', 'Subject: x\n\nbody'],
  ['a boundary that never occurs', 'Content-Type: multipart/mixed; boundary=b\r\n\r\nbody'],
  ['an unknown charset', 'Content-Type: text/plain; charset=klingon\r\n\r\nbody'],
  ['no bytes', ''],
])('a message with %s is read without an error', (_, raw) => {
  expect(readMime(Buffer.from(raw)).mimeType).toMatch(/text\/plain|multipart\/mixed/)
})

test('two thousand nested parts are cut off, without a stack overflow', () => {
  const open = (_: unknown, depth: number) =>
    `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`
  const deep = Array.from({ length: 2000 }, open).join('')
  expect(listParts(readMime(Buffer.from(deep))).length).toBeLessThan(200)
})

test('adding and removing headers leaves all other bytes unchanged', () => {
  const raw = Buffer.from(
    'From: a@b.test\r\nBcc: x@y.test,\r\n z@y.test\r\nTo: c@d.test\r\n\r\n\xff',
  )
  expect(Buffer.from(removeHeader(raw, 'bcc'))).toEqual(
    Buffer.from('From: a@b.test\r\nTo: c@d.test\r\n\r\n\xff'),
  )
  const extended = prependHeaders(raw, [{ name: 'Received', value: 'now' }])
  expect(Buffer.from(extended)).toEqual(Buffer.concat([Buffer.from('Received: now\r\n'), raw]))
})
