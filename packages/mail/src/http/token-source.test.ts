import { expect, test } from 'vitest'
import type { Tokens } from '../consent.ts'
import { MailError } from '../mail-error.ts'
import { createTokenSource, TokenRefused } from './token-source.ts'

const startMs = Date.parse('2025-05-13T09:00:00Z')

/** A provider, and a token store shared by several processes. `open` is one process. */
function setUp({ expiresInMs = 3_600_000 } = {}) {
  let nowMs = startMs
  let refreshes = 0
  let lock: Promise<unknown> = Promise.resolve()
  const world = {
    stored: toTokens('old', 'r0', nowMs + expiresInMs),
    accepted: new Set(['old']),
    /** The provider's token endpoint. */
    refresh: async (refreshToken: string): Promise<Tokens> => {
      const token = `new${++refreshes}`
      world.accepted = new Set([token])
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
        load: async () => world.stored,
        save: async (next, previous) => {
          if (world.stored !== previous) return false
          world.stored = next
          return true
        },
        refresh: (refreshToken) => world.refresh(refreshToken),
        withLock: (run) => {
          const result = lock.then(run)
          lock = result.catch(() => {})
          return result
        },
        now: () => new Date(nowMs),
      }),
    call: async (token: string): Promise<string> => {
      if (!world.accepted.has(token)) throw new TokenRefused('unavailable', '401')
      return token
    },
  }
  return world
}

function toTokens(accessToken: string, refreshToken: string, expiresAtMs: number): Tokens {
  return { accessToken, refreshToken, accessTokenExpiresAt: new Date(expiresAtMs) }
}

test('uses a token that does not expire soon', async () => {
  const world = setUp()
  expect(await world.open().use(world.call)).toBe('old')
  expect(world.refreshes).toBe(0)
})

test('refreshes and stores a token that expires within a minute', async () => {
  const world = setUp({ expiresInMs: 59_000 })
  expect(await world.open().use(world.call)).toBe('new1')
  expect(world.stored.accessToken).toBe('new1')
})

test('twenty concurrent calls cause one refresh', async () => {
  const world = setUp({ expiresInMs: 0 })
  const source = world.open()
  const used = await Promise.all(Array.from({ length: 20 }, () => source.use(world.call)))
  expect(new Set(used)).toEqual(new Set(['new1']))
  expect(world.refreshes).toBe(1)
})

test('twenty processes cause one refresh', async () => {
  const world = setUp({ expiresInMs: 0 })
  const used = await Promise.all(Array.from({ length: 20 }, () => world.open().use(world.call)))
  expect(new Set(used)).toEqual(new Set(['new1']))
  expect(world.refreshes).toBe(1)
})

test('twenty concurrent refusals cause one refresh, and each call is repeated', async () => {
  const world = setUp()
  world.accepted.clear()
  const source = world.open()
  const used = await Promise.all(Array.from({ length: 20 }, () => source.use(world.call)))
  expect(new Set(used)).toEqual(new Set(['new1']))
  expect(world.refreshes).toBe(1)
})

test('a call that is refused with the new token too is not repeated again', async () => {
  const world = setUp()
  let calls = 0
  const refuse = async () => {
    calls++
    throw new TokenRefused('unavailable', '401')
  }
  await expect(world.open().use(refuse)).rejects.toMatchObject({ detail: '401' })
  expect([calls, world.refreshes]).toEqual([2, 1])
})

test('does not overwrite a token that another process stored during the refresh', async () => {
  const world = setUp({ expiresInMs: 0 })
  const newer = toTokens('newer', 'r9', startMs + 3_600_000)
  world.refresh = async () => {
    world.stored = newer
    return toTokens('late', 'r1', startMs + 3_600_000)
  }
  const used: string[] = []
  await world.open().use(async (token) => void used.push(token))
  expect(used).toEqual(['newer'])
  expect(world.stored).toBe(newer)
})

test('does not retry the refresh of a revoked grant', async () => {
  const world = setUp({ expiresInMs: 0 })
  let refreshes = 0
  world.refresh = async () => {
    refreshes++
    throw new MailError('access-revoked', 'invalid_grant')
  }
  await expect(world.open().use(world.call)).rejects.toMatchObject({ failure: 'access-revoked' })
  expect(refreshes).toBe(1)
})

test('uses the tokens of a new connection if the refresh of the old ones fails as revoked', async () => {
  const world = setUp({ expiresInMs: 0 })
  world.refresh = async () => {
    world.stored = toTokens('again', 'r9', startMs + 3_600_000)
    world.accepted = new Set(['again'])
    throw new MailError('access-revoked', 'invalid_grant')
  }
  expect(await world.open().use(world.call)).toBe('again')
})

test('tries the tokens of a new connection when a permission is missing', async () => {
  const world = setUp()
  const source = world.open()
  const call = async (token: string): Promise<string> => {
    if (token !== 'again') throw new MailError('permission-missing', '403')
    return token
  }
  await expect(source.use(call)).rejects.toMatchObject({ failure: 'permission-missing' })
  world.stored = toTokens('again', 'r9', startMs + 3_600_000)
  expect(await source.use(call)).toBe('again')
  expect(world.refreshes).toBe(0)
})

test('after a failed refresh the call was certainly not made, and the next one can succeed', async () => {
  const world = setUp({ expiresInMs: 0 })
  const { refresh } = world
  world.refresh = async () => {
    throw new MailError('unavailable', 'timeout', { mayHaveHappened: true })
  }
  const source = world.open()
  await expect(source.use(world.call)).rejects.toMatchObject({
    failure: 'unavailable',
    mayHaveHappened: false,
  })
  world.refresh = refresh
  expect(await source.use(world.call)).toBe('new1')
})

test('other failures of a call cause no refresh', async () => {
  const world = setUp()
  const gone = async () => {
    throw new MailError('gone', '404')
  }
  await expect(world.open().use(gone)).rejects.toMatchObject({ failure: 'gone' })
  expect(world.refreshes).toBe(0)
})
