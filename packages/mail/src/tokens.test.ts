import { expect, test } from 'vitest'
import type { Tokens } from './consent.ts'
import { MailError } from './mail-error.ts'
import { createTokenSource, TokenRefused } from './tokens.ts'

const startMs = Date.parse('2025-05-13T09:00:00Z')

/** A provider, and a store that several processes share. */
function createBench({ expiresInMs = 3_600_000 } = {}) {
  let nowMs = startMs
  let refreshes = 0
  let lock: Promise<unknown> = Promise.resolve()
  const bench = {
    stored: toTokens('old', 'r0', nowMs + expiresInMs),
    accepted: new Set(['old']),
    /** What the provider does when asked for a new token. */
    refresh: async (refreshToken: string): Promise<Tokens> => {
      const token = `new${++refreshes}`
      bench.accepted = new Set([token])
      return toTokens(token, refreshToken, nowMs + 3_600_000)
    },
    get refreshes() {
      return refreshes
    },
    advance(ms: number) {
      nowMs += ms
    },
    open: () =>
      createTokenSource({
        load: async () => bench.stored,
        save: async (next, previous) => {
          if (bench.stored !== previous) return false
          bench.stored = next
          return true
        },
        refresh: (refreshToken) => bench.refresh(refreshToken),
        withLock: (run) => {
          const result = lock.then(run)
          lock = result.catch(() => {})
          return result
        },
        now: () => new Date(nowMs),
      }),
    call: async (token: string): Promise<string> => {
      if (!bench.accepted.has(token)) throw new TokenRefused('unavailable', '401')
      return token
    },
  }
  return bench
}

function toTokens(accessToken: string, refreshToken: string, expiresAtMs: number): Tokens {
  return { accessToken, refreshToken, accessTokenExpiresAt: new Date(expiresAtMs) }
}

test('a token that is fresh is used as it is', async () => {
  const bench = createBench()
  expect(await bench.open().use(bench.call)).toBe('old')
  expect(bench.refreshes).toBe(0)
})

test('a token that is about to expire is renewed first, and the new one kept', async () => {
  const bench = createBench({ expiresInMs: 59_000 })
  expect(await bench.open().use(bench.call)).toBe('new1')
  expect(bench.stored.accessToken).toBe('new1')
})

test('F22: twenty calls at once cause one refresh', async () => {
  const bench = createBench({ expiresInMs: 0 })
  const source = bench.open()
  const used = await Promise.all(Array.from({ length: 20 }, () => source.use(bench.call)))
  expect(new Set(used)).toEqual(new Set(['new1']))
  expect(bench.refreshes).toBe(1)
})

test('F22: so do twenty processes', async () => {
  const bench = createBench({ expiresInMs: 0 })
  const used = await Promise.all(Array.from({ length: 20 }, () => bench.open().use(bench.call)))
  expect(new Set(used)).toEqual(new Set(['new1']))
  expect(bench.refreshes).toBe(1)
})

test('F22: twenty refusals at once cause one refresh, and each call is repeated', async () => {
  const bench = createBench()
  bench.accepted.clear()
  const source = bench.open()
  const used = await Promise.all(Array.from({ length: 20 }, () => source.use(bench.call)))
  expect(new Set(used)).toEqual(new Set(['new1']))
  expect(bench.refreshes).toBe(1)
})

test('a refusal is answered with one new token and no more', async () => {
  const bench = createBench()
  let calls = 0
  const refuse = async () => {
    calls++
    throw new TokenRefused('unavailable', '401')
  }
  await expect(bench.open().use(refuse)).rejects.toMatchObject({ detail: '401' })
  expect([calls, bench.refreshes]).toEqual([2, 1])
})

test('F22: a newer token is never overwritten', async () => {
  const bench = createBench({ expiresInMs: 0 })
  const newer = toTokens('newer', 'r9', startMs + 3_600_000)
  bench.refresh = async () => {
    bench.stored = newer
    return toTokens('late', 'r1', startMs + 3_600_000)
  }
  const used: string[] = []
  await bench.open().use(async (token) => void used.push(token))
  expect(used).toEqual(['newer'])
  expect(bench.stored).toBe(newer)
})

test('F20: a grant that was revoked is not asked for again and again', async () => {
  const bench = createBench({ expiresInMs: 0 })
  let asked = 0
  bench.refresh = async () => {
    asked++
    throw new MailError('access-revoked', 'invalid_grant')
  }
  await expect(bench.open().use(bench.call)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(asked).toBe(1)
})

test('a mailbox that was connected anew meanwhile is not given up', async () => {
  const bench = createBench({ expiresInMs: 0 })
  bench.refresh = async () => {
    bench.stored = toTokens('again', 'r9', startMs + 3_600_000)
    bench.accepted = new Set(['again'])
    throw new MailError('access-revoked', 'invalid_grant')
  }
  expect(await bench.open().use(bench.call)).toBe('again')
})

test('a permission that was missing is not missed with the tokens of a new connection', async () => {
  const bench = createBench()
  const source = bench.open()
  const call = async (token: string): Promise<string> => {
    if (token !== 'again') throw new MailError('permission-missing', '403')
    return token
  }
  await expect(source.use(call)).rejects.toMatchObject({ failure: 'permission-missing' })
  bench.stored = toTokens('again', 'r9', startMs + 3_600_000)
  expect(await source.use(call)).toBe('again')
  expect(bench.refreshes).toBe(0)
})

test('F21: trouble at the token endpoint passes, and the call itself was not made', async () => {
  const bench = createBench({ expiresInMs: 0 })
  const { refresh } = bench
  bench.refresh = async () => {
    throw new MailError('unavailable', 'timeout', { mayHaveHappened: true })
  }
  const source = bench.open()
  await expect(source.use(bench.call)).rejects.toMatchObject({
    failure: 'unavailable',
    mayHaveHappened: false,
  })
  bench.refresh = refresh
  expect(await source.use(bench.call)).toBe('new1')
})

test('other failures of a call say nothing about the token', async () => {
  const bench = createBench()
  const gone = async () => {
    throw new MailError('gone', '404')
  }
  await expect(bench.open().use(gone)).rejects.toMatchObject({ failure: 'gone' })
  expect(bench.refreshes).toBe(0)
})
