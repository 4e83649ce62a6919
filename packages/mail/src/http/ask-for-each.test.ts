import { expect, test } from 'vitest'
import { MailError } from '../mail-error.ts'
import { askForEach } from './ask-for-each.ts'
import { createRetry } from './retry.ts'

const gone = new MailError('gone', '404')
const outage = new MailError('unavailable', '503')
const limited = new MailError('rate-limited', '429', { retryAfterMs: 2000 })

/** Parts are numbers. `answer` returns what a request answers for a part. */
function setUp(answer: (part: number, request: number) => string | MailError) {
  const requests: (readonly number[])[] = []
  const waitsMs: number[] = []
  const clock = {
    now: () => new Date(0),
    sleep: async (ms: number) => void waitsMs.push(ms),
  }
  const ask = async (parts: readonly number[]) => {
    requests.push(parts)
    return parts.map((part) => answer(part, requests.length))
  }
  const options = {
    retry: createRetry({ clock, random: () => 0 }),
    signal: new AbortController().signal,
    maxAtOnce: 3,
  }
  return { requests, waitsMs, run: (parts: readonly number[]) => askForEach(parts, ask, options) }
}

test('asks for as many at once as are allowed, and answers in order', async () => {
  const { run, requests } = setUp((part) => `answer ${part}`)
  expect(await run([1, 2, 3, 4])).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4'])
  expect(requests).toEqual([[1, 2, 3], [4]])
})

test('makes no call for an empty list', async () => {
  const { run, requests } = setUp(() => 'answer')
  expect(await run([])).toEqual([])
  expect(requests).toEqual([])
})

test('asks again only for the parts with a transient failure, after the longest wait', async () => {
  const { run, requests, waitsMs } = setUp((part, request) => {
    if (request > 1 || part === 1) return `answer ${part}`
    return part === 2 ? outage : limited
  })
  expect(await run([1, 2, 3])).toEqual(['answer 1', 'answer 2', 'answer 3'])
  expect(requests).toEqual([
    [1, 2, 3],
    [2, 3],
  ])
  expect(waitsMs[0]).toBeGreaterThan(2000)
})

test('a part that fails for good is not asked for again', async () => {
  const { run, requests } = setUp((part) => (part === 2 ? gone : `answer ${part}`))
  expect(await run([1, 2, 3])).toEqual(['answer 1', gone, 'answer 3'])
  expect(requests).toHaveLength(1)
})

test('a part that fails again and again does not keep the others from their answers', async () => {
  const { run, requests } = setUp((part) => (part === 2 ? outage : `answer ${part}`))
  expect(await run([1, 2, 3, 4])).toEqual(['answer 1', outage, 'answer 3', 'answer 4'])
  expect(requests.length).toBeLessThanOrEqual(5)
})

test('throws if nothing is answered', async () => {
  const { run } = setUp(() => limited)
  await expect(run([1, 2, 3])).rejects.toBe(limited)
})

test('a part without an answer counts as an outage', async () => {
  const options = {
    retry: createRetry({
      clock: { now: () => new Date(0), sleep: async () => {} },
      random: () => 0,
    }),
    signal: new AbortController().signal,
    maxAtOnce: 3,
  }
  const ask = async (parts: readonly number[]) => (parts.includes(1) ? ['answer 1'] : [])
  const [first, second] = await askForEach([1, 2], ask, options)
  expect(first).toBe('answer 1')
  expect(second).toMatchObject({ failure: 'unavailable', detail: 'malformed-batch' })
})
