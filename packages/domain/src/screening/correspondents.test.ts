import { describe, expect, test } from 'vitest'
import { secondMs, minuteMs } from '../time.ts'
import {
  maxIndexedMessages,
  toIndexedAddress,
  toIndexProgress,
  toIndexRetryDelayMs,
  toSharedDomain,
} from './correspondents.ts'

test.each([
  ['Diane+list@Friend.example', { address: 'diane@friend.example', domain: 'friend.example' }],
  ['d.i.ane@googlemail.com', { address: 'diane@gmail.com', domain: 'gmail.com' }],
  ['eva@bücher.example', { address: 'eva@xn--bcher-kva.example', domain: 'xn--bcher-kva.example' }],
  ['undisclosed-recipients:;', null],
  ['', null],
])('the index knows %s as %o', (address, correspondent) => {
  expect(toIndexedAddress(address)).toEqual(correspondent)
})

test('colleagues share a domain, users of a freemail provider do not', () => {
  expect(toSharedDomain({ address: '', domain: 'friend.example' })).toBe('friend.example')
  expect(toSharedDomain({ address: '', domain: 'gmail.com' })).toBeNull()
})

test('the backoff of a message that waits for the index grows up to 30 seconds', () => {
  expect([0, 1, 5, 20, 600].map((seconds) => toIndexRetryDelayMs(seconds * secondMs))).toEqual(
    [2, 2, 5, 20, 30].map((seconds) => seconds * secondMs),
  )
  expect(toIndexRetryDelayMs(-minuteMs)).toBe(2 * secondMs)
})

describe('the progress of the first reading', () => {
  const index = { completedAt: null, readsSince: null, readCount: 3_400, totalCount: 12_000 }

  test.each([
    [{}, { read: 3_400, total: 12_000 }],
    [{ readCount: 12_003 }, { read: 12_000, total: 12_000 }],
    [{ totalCount: 250_000 }, { read: 3_400, total: maxIndexedMessages }],
    [{ totalCount: null }, null],
    [{ totalCount: 0, readCount: 0 }, null],
    [{ completedAt: new Date() }, null],
    [{ readsSince: new Date() }, null],
  ])('with %j the progress is %j', (change, progress) => {
    expect(toIndexProgress({ ...index, ...change })).toEqual(progress)
  })
})
