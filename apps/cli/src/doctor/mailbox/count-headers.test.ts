import { expect, test } from 'vitest'
import { countHeaders, describeHeaders } from './count-headers.ts'

test('headers are counted whatever their case, and their text is not kept', () => {
  const counts = countHeaders([
    [
      ['FROM', 'Pat <pat@vendor.test>'],
      ['Message-Id', '<1@vendor.test>'],
      ['authentication-results', 'mx.test; dmarc=pass'],
    ],
    [
      ['From', 'Pat <pat@vendor.test>'],
      ['To', 'ann@own.test'],
    ],
  ])
  expect(describeHeaders(counts)).toBe(
    '2 messages, with From in 2, To in 1, Message-ID in 1, Authentication-Results in 1; no encoded words',
  )
})

test('encoded and decoded words are counted separately, in headers for people only', () => {
  const counts = countHeaders([
    [['Subject', '=?utf-8?q?Gr=C3=BC=C3=9Fe?=']],
    [['From', '=?UTF-8?B?w4RubmU=?= <anne@own.test>']],
    [['Subject', 'Grüße']],
    [['X-Note', 'Grüße =?utf-8?q?=C3=BC?=']],
  ])
  expect(describeHeaders(counts)).toMatch(/; encoded words: raw in 2, decoded in 1$/)
})
