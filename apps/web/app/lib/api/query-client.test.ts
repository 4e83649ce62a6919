import { MutationObserver, onlineManager, type QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NetworkError } from './call.ts'
import { createQueryClient, queryClient } from './query-client.ts'

type Answers = Record<string, () => Response>

function createClient(answers: Answers) {
  const requested: string[] = []
  const onSignedOut = vi.fn()
  const onUserChanged = vi.fn()
  const client = createQueryClient({
    fetch: async (path) => {
      requested.push(path)
      return answers[path]?.() ?? Response.json({ path })
    },
    onSignedOut,
    onUserChanged,
  })
  return { client, requested, onSignedOut, onUserChanged }
}

const refused = () => Response.json({ message: 'Please log in.' }, { status: 401 })

async function failsToLoad(client: QueryClient, path: string) {
  await expect(client.fetchQuery({ queryKey: [path] })).rejects.toThrow('401')
}

test('a query without its own fetcher requests its key, joined by slashes', async () => {
  const { client } = createClient({})
  expect(await client.fetchQuery({ queryKey: ['/api/blog/posts', 'first'] })).toEqual({
    path: '/api/blog/posts/first',
  })
})

test('data never goes stale, unused data is kept for five minutes, and nothing is retried', () => {
  const { queries, mutations } = createClient({}).client.getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Infinity,
    gcTime: 300_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('a browser that is offline fails at once instead of waiting', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const { client } = createClient({
    '/api/a': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  const mutation = new MutationObserver(client, {
    mutationFn: () => client.fetchQuery({ queryKey: ['/api/a'] }),
  })
  await expect(mutation.mutate()).rejects.toThrow(NetworkError)
})

test('several calls that get a 401 report the sign-out once', async () => {
  const { client, requested, onSignedOut } = createClient({
    '/api/a': refused,
    '/api/b': refused,
    '/api/auth/me': refused,
  })
  const mutation = new MutationObserver(client, {
    mutationFn: () => client.fetchQuery({ queryKey: ['/api/b'] }),
  })
  await Promise.all([failsToLoad(client, '/api/a'), expect(mutation.mutate()).rejects.toThrow()])
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
  await failsToLoad(client, '/api/a')
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(requested.filter((path) => path === '/api/auth/me')).toHaveLength(1)
})

test('a 401 while still signed in is not reported as a sign-out, and the next 401 checks again', async () => {
  const { client, requested, onSignedOut } = createClient({ '/api/a': refused })
  const timesAsked = () => requested.filter((path) => path === '/api/auth/me').length
  await failsToLoad(client, '/api/a')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await failsToLoad(client, '/api/a')
  await vi.waitFor(() => expect(timesAsked()).toBe(2))
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('a failed sign-in check is not reported as a sign-out', async () => {
  const { client, onSignedOut } = createClient({
    '/api/a': refused,
    '/api/auth/me': () => new Response('', { status: 503 }),
  })
  await failsToLoad(client, '/api/a')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('calls that are refused because the user has changed report it once', async () => {
  const changed = () => Response.json({ code: 'user-changed' }, { status: 409 })
  const conflict = () => Response.json({ code: 'conflict' }, { status: 409 })
  const { client, onUserChanged } = createClient({
    '/api/a': changed,
    '/api/b': changed,
    '/api/c': conflict,
  })
  const load = (path: string) =>
    expect(client.fetchQuery({ queryKey: [path] })).rejects.toThrow('409')
  await load('/api/c')
  expect(onUserChanged).not.toHaveBeenCalled()
  await Promise.all([load('/api/a'), load('/api/b')])
  expect(onUserChanged).toHaveBeenCalledOnce()
})

test('the server has no cache that documents could share', () => {
  expect(() => queryClient.getQueryData(['/api/a'])).toThrow('on the server')
})
