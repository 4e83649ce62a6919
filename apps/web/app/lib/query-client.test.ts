import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

type Answers = Record<string, () => Response>

function aClient(answers: Answers) {
  const requested: string[] = []
  const onSignedOut = vi.fn()
  const client = createQueryClient({
    fetch: async (path) => {
      requested.push(path)
      return answers[path]?.() ?? Response.json({ path })
    },
    onSignedOut,
  })
  return { client, requested, onSignedOut }
}

const refused = () => Response.json({ message: 'Please log in.' }, { status: 401 })

async function failsToLoad(client: QueryClient, path: string) {
  await expect(client.fetchQuery({ queryKey: [path] })).rejects.toThrow('401')
}

test('a query without a fetcher of its own asks for its key, joined by slashes', async () => {
  const { client } = aClient({})
  expect(await client.fetchQuery({ queryKey: ['/api/blog/posts', 'first'] })).toEqual({
    path: '/api/blog/posts/first',
  })
})

test('data is never stale, is kept for five minutes, and nothing is retried', () => {
  const { queries, mutations } = aClient({}).client.getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Infinity,
    gcTime: 300_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('many refused calls lead to the login page once', async () => {
  const { client, requested, onSignedOut } = aClient({
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

test('a refusal while still signed in sends nobody away, and the next one asks again', async () => {
  const { client, requested, onSignedOut } = aClient({ '/api/a': refused })
  const timesAsked = () => requested.filter((path) => path === '/api/auth/me').length
  await failsToLoad(client, '/api/a')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await failsToLoad(client, '/api/a')
  await vi.waitFor(() => expect(timesAsked()).toBe(2))
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('an outage of the check itself sends nobody away', async () => {
  const { client, onSignedOut } = aClient({
    '/api/a': refused,
    '/api/auth/me': () => new Response('', { status: 503 }),
  })
  await failsToLoad(client, '/api/a')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(onSignedOut).not.toHaveBeenCalled()
})
