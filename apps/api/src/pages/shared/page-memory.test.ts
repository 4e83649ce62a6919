import { expect, test } from 'vitest'
import type { KeptPage } from './kept-page.ts'
import { createPageMemory } from './page-memory.ts'

function toPage(name: string): KeptPage {
  return {
    status: 200,
    headers: [],
    caching: null,
    etag: name,
    bodies: { identity: name, gzip: name, br: name },
    bytes: 10,
  }
}

function setUp() {
  let time = 0
  const now = () => new Date(time)
  const memory = createPageMemory({ now, maxBytes: 100, maxMissingBytes: 20 })
  const keep = (key: string, page = toPage(key), expiresAt = 1_000) =>
    memory.load(key, async () => ({ page, expiresAt }))
  return { memory, keep, setTime: (now: number) => (time = now) }
}

test('a page is found until it expires', async () => {
  const { memory, keep, setTime } = setUp()
  expect(memory.find('/')).toBeUndefined()
  const page = toPage('home')
  expect(await keep('/', page, 500)).toBe(page)
  setTime(499)
  expect(memory.find('/')).toBe(page)
  setTime(500)
  expect(memory.find('/')).toBeUndefined()
  expect(memory.findPrevious('/')).toBe(page)
})

test('requests that come at the same time render a page once', async () => {
  const { memory } = setUp()
  const { promise, resolve } = Promise.withResolvers<{ page: KeptPage; expiresAt: number }>()
  let renders = 0
  const load = () =>
    memory.load('/', () => {
      renders += 1
      return promise
    })
  const all = [load(), load(), load()]
  const page = toPage('home')
  resolve({ page, expiresAt: 1_000 })
  expect(await Promise.all(all)).toEqual([page, page, page])
  expect(renders).toBe(1)
})

test('a page that was rendered before a change is not kept, and later requests don’t wait for it', async () => {
  const { memory, keep } = setUp()
  const { promise, resolve } = Promise.withResolvers<{ page: KeptPage; expiresAt: number }>()
  const old = memory.load('/', () => promise)
  memory.forget()
  const current = toPage('new')
  expect(await keep('/', current)).toBe(current)
  resolve({ page: toPage('old'), expiresAt: 1_000 })
  await old
  expect(memory.find('/')).toBe(current)
})

test('a response that must not be kept goes to the first request only', async () => {
  const { memory } = setUp()
  const response = new Response('failed', { status: 500 })
  const load = () => memory.load('/', async () => ({ page: response, expiresAt: 1_000 }))
  expect(await Promise.all([load(), load()])).toEqual([response, null])
  expect(memory.find('/')).toBeUndefined()
})

test('a failure reaches all who waited, and the next request renders again', async () => {
  const { memory, keep } = setUp()
  const fail = () => memory.load('/', () => Promise.reject(new Error('broken')))
  const results = await Promise.allSettled([fail(), fail()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await keep('/')).toMatchObject({ etag: '/' })
})

test('pages that don’t exist displace one another, but no real page', async () => {
  const { memory, keep } = setUp()
  await keep('/')
  for (const key of ['/a', '/b', '/c', '/d']) await keep(key, { ...toPage(key), status: 404 })
  expect(['/', '/a', '/b', '/c', '/d'].filter((key) => memory.find(key))).toEqual(['/', '/c', '/d'])
})

test('a page can appear where there was none, and disappear again', async () => {
  const { memory, keep } = setUp()
  await keep('/a', { ...toPage('none'), status: 404 })
  memory.forget()
  await keep('/a', toPage('there'))
  expect(memory.find('/a')).toMatchObject({ etag: 'there' })
  memory.forget()
  await keep('/a', { ...toPage('none'), status: 404 })
  expect(memory.find('/a')).toMatchObject({ etag: 'none' })
})
