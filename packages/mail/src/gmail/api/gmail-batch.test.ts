import { expect, test } from 'vitest'
import { readBatch, toBatch } from './gmail-batch.ts'
import { gmail } from './gmail-requests.ts'

/** An answer as Google's guide shows it. */
const answer = [
  '--batch_foobarbaz',
  'Content-Type: application/http',
  'Content-ID: <response-1>',
  '',
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: application/json; charset=UTF-8',
  'Retry-After: 7',
  'Content-Length: 12',
  '',
  '{"error":{}}',
  '--batch_foobarbaz',
  'Content-Type: application/http',
  'Content-ID: <response-0>',
  '',
  'HTTP/1.1 200 OK',
  'Content-Type: application/json; charset=UTF-8',
  'ETag: "etag/pony"',
  '',
  '{',
  '  "id": "1",',
  '  "snippet": "--batch_foobarbaz\\r\\n\\r\\nHTTP/1.1 404"',
  '}',
  '--batch_foobarbaz',
  'Content-Type: application/http',
  'Content-ID: <response-2>',
  '',
  'HTTP/1.1 204 No Content',
  '',
  '',
  '--batch_foobarbaz--',
  '',
].join('\r\n')
const contentType = 'multipart/mixed; boundary="batch_foobarbaz"'

test('writes each request as a part', () => {
  const requests = [
    gmail.getMessage('a/b', { format: 'full' }),
    gmail.modifyMessage('2', { addLabelIds: ['Grün'], removeLabelIds: [] }),
  ]
  const { contentType: type, body } = toBatch(requests)
  const boundary = /^multipart\/mixed; boundary=([\w-]+)$/.exec(type)?.[1]
  expect(body.split(`--${boundary}`)).toEqual([
    '',
    '\r\nContent-Type: application/http\r\nContent-ID: <0>\r\n\r\n' +
      'GET /gmail/v1/users/me/messages/a%2Fb?format=full\r\n\r\n\r\n',
    '\r\nContent-Type: application/http\r\nContent-ID: <1>\r\n\r\n' +
      'POST /gmail/v1/users/me/messages/2/modify\r\nContent-Type: application/json\r\n' +
      'Content-Length: 45\r\n\r\n{"addLabelIds":["Grün"],"removeLabelIds":[]}\r\n',
    '--\r\n',
  ])
})

test('reads the answers in the order of the requests', () => {
  const [first, second, third] = readBatch(contentType, answer, 3)
  expect(first).toMatchObject({ status: 200, retryAfter: null })
  expect(JSON.parse(first?.text ?? '')).toEqual({
    id: '1',
    snippet: '--batch_foobarbaz\r\n\r\nHTTP/1.1 404',
  })
  expect(second).toEqual({ status: 429, retryAfter: '7', text: '{"error":{}}' })
  expect(third).toEqual({ status: 204, retryAfter: null, text: '' })
})

test('an answer that is missing or unreadable is null', () => {
  expect(readBatch(contentType, answer, 4)[3]).toBeNull()
  const half = answer.slice(0, answer.length / 2)
  expect(readBatch(contentType, half, 3)[2]).toBeNull()
  for (const [type, text] of [
    ['text/html', '<h1>Bad gateway</h1>'],
    ['multipart/mixed', answer],
    ['', ''],
    [contentType, '--batch_foobarbaz\r\n\r\n--batch_foobarbaz'],
  ] as const)
    expect(readBatch(type, text, 2)).toEqual([null, null])
})
