import { MailError, type MailFailure } from '@doorman/mail/mail-error'
import { describe, expect, test } from 'vitest'
import { createCircuitBreaker, maxFailuresInRow, probeDelayMs } from './circuit-breaker.ts'

function openTestBreaker() {
  let nowMs = 0
  const changes: string[] = []
  const breaker = createCircuitBreaker({
    now: () => new Date(nowMs),
    onOpen: () => changes.push('opened'),
    onClose: () => changes.push('closed'),
  })
  let made = 0
  /** Makes a call and returns how it ended: `ok`, or the detail of its error. */
  async function call(end: MailFailure | 'ok' | 'bug' = 'ok', caller = `caller ${made}`) {
    const run = async () => {
      made += 1
      if (end === 'bug') throw new Error('bug')
      if (end !== 'ok') throw new MailError(end, `provider: ${end}`)
    }
    try {
      await breaker.run(caller, run)
      return 'ok'
    } catch (error) {
      return error instanceof MailError ? error.detail : 'bug'
    }
  }
  async function fail(times: number) {
    for (let time = 0; time < times; time++) await call('unavailable')
  }
  return {
    breaker,
    changes,
    call,
    fail,
    countMade: () => made,
    advance: (ms: number) => void (nowMs += ms),
  }
}

describe('a closed circuit', () => {
  test('opens after failures in a row, and then calls fail at once without being made', async () => {
    const { call, fail, changes, countMade } = openTestBreaker()
    await fail(maxFailuresInRow - 1)
    expect(changes).toEqual([])
    await fail(1)
    expect(changes).toEqual(['opened'])
    expect(await call()).toBe('circuit-open')
    expect(countMade()).toBe(maxFailuresInRow)
  })

  test('fails with `unavailable`, certainly not carried out, and says when to try again', async () => {
    const { breaker, fail, advance } = openTestBreaker()
    await fail(maxFailuresInRow)
    advance(1_000)
    await expect(breaker.run('any', async () => {})).rejects.toMatchObject({
      failure: 'unavailable',
      mayHaveHappened: false,
      retryAfterMs: probeDelayMs - 1_000,
    })
  })

  test.each([
    'ok',
    'gone',
    'refused',
    'access-revoked',
    'permission-missing',
    'no-mailbox',
    'too-large',
  ] as const)('starts counting again after an answer (%s)', async (answer) => {
    const { call, fail, changes } = openTestBreaker()
    await fail(maxFailuresInRow - 1)
    await call(answer)
    await fail(maxFailuresInRow - 1)
    expect(changes).toEqual([])
  })

  test.each(['rate-limited', 'access-revoked', 'bug'] as const)(
    'does not count %s as an outage',
    async (end) => {
      const { call, changes } = openTestBreaker()
      for (let time = 0; time < 2 * maxFailuresInRow; time++) await call(end)
      expect(changes).toEqual([])
    },
  )

  test('stays closed if only one mailbox fails', async () => {
    const { call, changes } = openTestBreaker()
    for (let time = 0; time < 3 * maxFailuresInRow; time++) await call('unavailable', 'ann')
    expect(changes).toEqual([])
    await call('unavailable', 'bob')
    expect(changes).toEqual(['opened'])
  })
})

describe('an open circuit', () => {
  async function openCircuit() {
    const opened = openTestBreaker()
    await opened.fail(maxFailuresInRow)
    opened.advance(probeDelayMs)
    return opened
  }

  test('lets exactly one probe through, and closes when it succeeds', async () => {
    const { breaker, call, changes } = await openCircuit()
    const answer = Promise.withResolvers<void>()
    const probe = breaker.run('probe', () => answer.promise)
    expect(await Promise.all([call(), call(), call()])).toEqual(Array(3).fill('circuit-open'))
    answer.resolve()
    await probe
    expect(changes).toEqual(['opened', 'closed'])
    expect(await Promise.all([call(), call()])).toEqual(['ok', 'ok'])
  })

  test('stays open when the probe fails, and waits for the next probe', async () => {
    const { call, changes, advance } = await openCircuit()
    expect(await call('unavailable')).toBe('provider: unavailable')
    advance(probeDelayMs - 1)
    expect(await call()).toBe('circuit-open')
    advance(1)
    expect(await call()).toBe('ok')
    expect(changes).toEqual(['opened', 'closed'])
  })

  test.each(['rate-limited', 'bug'] as const)(
    'makes the next call the probe if the first one ends with %s, which proves nothing',
    async (end) => {
      const { call, changes } = await openCircuit()
      await call(end)
      expect(changes).toEqual(['opened'])
      expect(await call()).toBe('ok')
      expect(changes).toEqual(['opened', 'closed'])
    },
  )

  test('is not changed by calls that began before it opened', async () => {
    const { breaker, call, fail, changes } = openTestBreaker()
    const [late, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const calls = [breaker.run('late', () => late.promise), breaker.run('lost', () => lost.promise)]
    await fail(maxFailuresInRow)
    late.resolve()
    lost.reject(new MailError('unavailable', 'timeout'))
    await Promise.allSettled(calls)
    expect(changes).toEqual(['opened'])
    expect(await call()).toBe('circuit-open')
  })
})
