import { describe, expect, test } from 'vitest'
import { MailError, type MailFailure } from './mail-error.ts'
import { createRetry } from './retry.ts'

type Outcome = MailError | string

/** Answers in turn, the last one for ever, and counts. */
function inTurn(...outcomes: Outcome[]) {
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

function createBench(chance = 0.5) {
  const slept: number[] = []
  let nowMs = 0
  const clock = {
    now: () => new Date(nowMs),
    async sleep(ms: number) {
      slept.push(ms)
      nowMs += ms
    },
  }
  const retry = createRetry({ clock, chance: () => chance })
  return { slept, retry, signal: new AbortController().signal }
}

const down = new MailError('unavailable', '503')
const unknown = new MailError('unavailable', '500', { mayHaveHappened: true })
const limited = (retryAfterMs: number | null) =>
  new MailError('rate-limited', '429', { retryAfterMs })

test('what is down for a moment is asked again, ever later', async () => {
  const { retry, slept, signal } = createBench()
  const { call } = inTurn(down, down, limited(null), 'at last')
  expect(await retry(call, { signal })).toBe('at last')
  expect(slept).toEqual([375, 750, 1500])
})

test('chance spreads the delays', async () => {
  const delays = await Promise.all(
    [0, 0.999].map(async (chance) => {
      const { retry, slept, signal } = createBench(chance)
      await retry(inTurn(down, 'done').call, { signal })
      return slept[0]
    }),
  )
  expect(delays).toEqual([250, 499.75])
})

test('F25: nobody comes back before the time the provider named', async () => {
  const { retry, slept, signal } = createBench()
  await retry(inTurn(limited(7_000), 'done').call, { signal })
  expect(slept).toEqual([7_375])
})

test('F25: a longer wait is left to whoever can come back', async () => {
  const { retry, slept, signal } = createBench()
  await expect(retry(inTurn(limited(60_000)).call, { signal })).rejects.toMatchObject({
    failure: 'rate-limited',
    retryAfterMs: 60_000,
  })
  expect(slept).toEqual([])
})

test('four tries are enough', async () => {
  const { retry, signal } = createBench()
  const server = inTurn(down)
  await expect(retry(server.call, { signal })).rejects.toBe(down)
  expect(server.calls).toBe(4)
})

test('whoever gave up is not tried for again', async () => {
  const { retry } = createBench()
  const server = inTurn(down)
  await expect(retry(server.call, { signal: AbortSignal.abort() })).rejects.toBe(down)
  expect(server.calls).toBe(1)
})

test.each<MailFailure>(['access-revoked', 'permission-missing', 'gone', 'too-large', 'refused'])(
  '%s is final',
  async (failure) => {
    const { retry, signal } = createBench()
    const server = inTurn(new MailError(failure, 'final'))
    await expect(retry(server.call, { signal })).rejects.toMatchObject({ failure })
    expect(server.calls).toBe(1)
  },
)

test('a bug is not tried again', async () => {
  const { retry, signal } = createBench()
  let calls = 0
  const bug = async () => {
    calls++
    throw new TypeError('a bug')
  }
  await expect(retry(bug, { signal })).rejects.toThrow('a bug')
  expect(calls).toBe(1)
})

describe('F26: a call that may have had its effect', () => {
  test('is not repeated when nobody can look', async () => {
    const { retry, signal } = createBench()
    const server = inTurn(unknown)
    await expect(retry(server.call, { signal })).rejects.toBe(unknown)
    expect(server.calls).toBe(1)
  })

  test('is not repeated when it had', async () => {
    const { retry, signal } = createBench()
    const server = inTurn(unknown)
    expect(await retry(server.call, { signal, readBack: async () => 'found' })).toBe('found')
    expect(server.calls).toBe(1)
  })

  test('is repeated when it had not', async () => {
    const { retry, signal } = createBench()
    const server = inTurn(unknown, 'done')
    expect(await retry(server.call, { signal, readBack: async () => null })).toBe('done')
    expect(server.calls).toBe(2)
  })

  test('is not repeated before somebody could look', async () => {
    const { retry, signal } = createBench()
    const server = inTurn(unknown)
    const look = inTurn(down, down, 'found')
    expect(await retry(server.call, { signal, readBack: look.call })).toBe('found')
    expect([server.calls, look.calls]).toEqual([1, 3])
  })
})
