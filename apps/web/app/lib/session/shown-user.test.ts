import { shownUserHeader } from '@doorman/contract/shown-user'
import { expect, onTestFinished, test, vi } from 'vitest'
import type * as ShownUser from './shown-user.ts'

// A copy of the module for this file alone: the user that it remembers would reach other files of
// the same worker, which share their imports.
const ownCopy = './shown-user.ts?own'
const { fetchForShownUser, setShownUser, withShownUser } = (await import(
  ownCopy
)) as typeof ShownUser

test('a page of the app names its user with every call, and other pages do not', async () => {
  const fetch = vi.fn(async (_path: string, _init?: RequestInit) => new Response())
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const sent = () => new Headers(fetch.mock.lastCall?.[1]?.headers)

  await fetchForShownUser('/api/things', { headers: { 'content-type': 'application/json' } })
  expect(sent().has(shownUserHeader)).toBe(false)

  setShownUser('ann')
  await fetchForShownUser('/api/things', { headers: { 'content-type': 'application/json' } })
  expect(Object.fromEntries(sent())).toEqual({
    [shownUserHeader]: 'ann',
    'content-type': 'application/json',
  })
})

test('the address of a download names the user, besides its own parameters', () => {
  vi.stubGlobal('location', { origin: 'https://doorman.example' })
  onTestFinished(() => void vi.unstubAllGlobals())
  setShownUser('ann, viewed by bob')
  expect(withShownUser('/api/export?kind=sales')).toBe(
    '/api/export?kind=sales&shownUser=ann%2C+viewed+by+bob',
  )
})
