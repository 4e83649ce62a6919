import { describe, expect, test } from 'vitest'
import { MailError, type MailFailure } from '../mail-error.ts'
import { createRetry } from './retry.ts'

type Outcome = MailError | string

/** A call with the given outcomes in order; the last one repeats. Counts its calls. */
function createCall(...outcomes: Outcome[]) {
  let calls = 0
  return {
    get calls() {
      return calls
    },
    async call(): Promise<string> {
      const outcome = outcomes[Math.min(calls, outcomes.length - 1)] ?? ''
      calls++
      if (outcome instanceof MailError) throw outcome
      return outcome
    },
  }
}

function setUp(random = 0.5) {
  const slept: number[] = []
  let nowMs = 0
  const clock = {
    now: () => new Date(nowMs),
    async sleep(ms: number) {
      slept.push(ms)
      nowMs += ms
    },
  }
  const retry = createRetry({ clock, random: () => random })
  return { slept, retry, signal: new AbortController().signal }
}

const down = new MailError('unavailable', '503')
const inDoubt = new MailError('unavailable', '500', { mayHaveHappened: true })
const limited = (retryAfterMs: number | null) =>
  new MailError('rate-limited', '429', { retryAfterMs })

test('retries transient failures with growing delays', async () => {
  const { retry, slept, signal } = setUp()
  const { call } = createCall(down, down, limited(null), 'at last')
  expect(await retry(call, { signal })).toBe('at last')
  expect(slept).toEqual([375, 750, 1500])
})

test('jitter spreads the delays', async () => {
  const delays = await Promise.all(
    [0, 0.999].map(async (random) => {
      const { retry, slept, signal } = setUp(random)
      await retry(createCall(down, 'done').call, { signal })
      return slept[0]
    }),
  )
  expect(delays).toEqual([250, 499.75])
})

test('waits at least as long as the provider asks', async () => {
  const { retry, slept, signal } = setUp()
  await retry(createCall(limited(7_000), 'done').call, { signal })
  expect(slept).toEqual([7_375])
})

test('fails at once if the provider asks for a wait beyond the retry budget', async () => {
  const { retry, slept, signal } = setUp()
  await expect(retry(createCall(limited(60_000)).call, { signal })).rejects.toMatchObject({
    failure: 'rate-limited',
    retryAfterMs: 60_000,
  })
  expect(slept).toEqual([])
})

test('gives up after four attempts', async () => {
  const { retry, signal } = setUp()
  const server = createCall(down)
  await expect(retry(server.call, { signal })).rejects.toBe(down)
  expect(server.calls).toBe(4)
})

test('does not retry for an aborted caller', async () => {
  const { retry } = setUp()
  const server = createCall(down)
  await expect(retry(server.call, { signal: AbortSignal.abort() })).rejects.toBe(down)
  expect(server.calls).toBe(1)
})

test.each<MailFailure>(['access-revoked', 'permission-missing', 'gone', 'too-large', 'refused'])(
  'does not retry after %s',
  async (failure) => {
    const { retry, signal } = setUp()
    const server = createCall(new MailError(failure, 'final'))
    await expect(retry(server.call, { signal })).rejects.toMatchObject({ failure })
    expect(server.calls).toBe(1)
  },
)

test('does not retry after an error that is not a MailError', async () => {
  const { retry, signal } = setUp()
  let calls = 0
  const bug = async () => {
    calls++
    throw new TypeError('a bug')
  }
  await expect(retry(bug, { signal })).rejects.toThrow('a bug')
  expect(calls).toBe(1)
})

describe('a call that failed in doubt', () => {
  test('is not repeated without readBack', async () => {
    const { retry, signal } = setUp()
    const server = createCall(inDoubt)
    await expect(retry(server.call, { signal })).rejects.toBe(inDoubt)
    expect(server.calls).toBe(1)
  })

  test('is not repeated when readBack finds its effect', async () => {
    const { retry, signal } = setUp()
    const server = createCall(inDoubt)
    expect(await retry(server.call, { signal, readBack: async () => 'found' })).toBe('found')
    expect(server.calls).toBe(1)
  })

  test('is repeated when readBack finds no effect', async () => {
    const { retry, signal } = setUp()
    const server = createCall(inDoubt, 'done')
    expect(await retry(server.call, { signal, readBack: async () => null })).toBe('done')
    expect(server.calls).toBe(2)
  })

  test('is not repeated while readBack fails', async () => {
    const { retry, signal } = setUp()
    const server = createCall(inDoubt)
    const look = createCall(down, down, 'found')
    expect(await retry(server.call, { signal, readBack: look.call })).toBe('found')
    expect([server.calls, look.calls]).toEqual([1, 3])
  })
})
