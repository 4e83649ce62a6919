import { loadBillingInfo } from '@doorman/contract/billing'
import { accountCalls } from '@doorman/contract/mailboxes'
import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { query } from '../api/query.ts'
import { visitContext } from '../session/visit-context.ts'
import { handOver } from './hand-over.ts'
import { takeOver, toHandover } from './handover.ts'

const accounts = query(accountCalls.gmail.list, {})
const billing = query(loadBillingInfo, {})

/** A request whose calls to the API get these answers, by path. */
function arriveWith(answers: Readonly<Record<string, Promise<Response>>>, dataWaitMs = 60_000) {
  const context = new RouterContextProvider()
  context.set(visitContext, {
    nonce: '',
    requestId: '',
    isDemo: false,
    asksConsent: false,
    isTracked: false,
    dataWaitMs,
    onError() {},
    fetch: (path) => answers[path] ?? Promise.reject(new Error(`Unexpected call of ${path}`)),
  })
  return { context }
}

const load = async (client: QueryClient) => {
  const failed = (error: unknown) => error
  const loaded = () => null
  return Promise.all([
    client.fetchQuery(accounts).then(loaded, failed),
    client.fetchQuery(billing).then(loaded, failed),
  ])
}

const [accountsPath, billingPath] = [accountCalls.gmail.list.path, loadBillingInfo.path]
const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))
const never = new Promise<Response>(() => {})

/** The cache of a browser that gets the handover, as it arrives in the document. */
function openBrowser(handover: Awaited<ReturnType<typeof handOver>>) {
  const client = new QueryClient()
  takeOver(client, structuredClone(handover))
  return client
}

test('the browser gets what the server has loaded', async () => {
  const arrival = arriveWith({
    [accountsPath]: answer([{ id: 'a' }]),
    [billingPath]: answer({ accountType: 'free' }),
  })
  const handover = await handOver(arrival, load)
  expect(handover.isComplete).toBe(true)
  const client = openBrowser(handover)
  expect(client.getQueryData(accounts.queryKey)).toEqual([{ id: 'a' }])
  expect(client.getQueryData(billing.queryKey)).toEqual({ accountType: 'free' })
})

test('data is as old as it was on the server', () => {
  const server = new QueryClient()
  server.setQueryData(['emails'], 'some', { updatedAt: 1_000 })
  const client = new QueryClient()
  takeOver(client, toHandover(server, true))
  expect(client.getQueryState(['emails'])?.dataUpdatedAt).toBe(1_000)
})

test.each([
  ['is refused', () => answer({ message: 'Broken' }, 500)],
  ['gets no answer', () => Promise.reject(new Error('No answer'))],
  ['takes too long', () => never],
])('if a call %s, the rest is handed over and the browser asks', async (_, fail) => {
  const arrival = arriveWith({ [accountsPath]: answer([]), [billingPath]: fail() }, 200)
  const handover = await handOver(arrival, load)
  expect(handover.isComplete).toBe(false)
  const client = openBrowser(handover)
  expect(client.getQueryData(accounts.queryKey)).toEqual([])
  expect(client.getQueryData(billing.queryKey)).toBeUndefined()
})

test('documents share nothing', async () => {
  const visit = async (id: string) => {
    const arrival = arriveWith({ [accountsPath]: answer([{ id }]), [billingPath]: answer({}) })
    return openBrowser(await handOver(arrival, load)).getQueryData(accounts.queryKey)
  }
  expect(await Promise.all([visit('a'), visit('b')])).toEqual([[{ id: 'a' }], [{ id: 'b' }]])
})

test('what the browser has loaded itself is newer and stays', () => {
  const server = new QueryClient()
  server.setQueryData(['emails'], 'old')
  const client = new QueryClient()
  client.setQueryData(['emails'], 'new')
  takeOver(client, toHandover(server, true))
  expect(client.getQueryData(['emails'])).toBe('new')
})

test('a handover is taken once: after a sign-out nothing comes back', () => {
  const server = new QueryClient()
  server.setQueryData(['emails'], 'private')
  const handover = toHandover(server, true)
  const client = new QueryClient()
  expect(takeOver(client, handover)).toBe(true)
  client.clear()
  expect(takeOver(client, handover)).toBe(false)
  expect(client.getQueryData(['emails'])).toBeUndefined()
})
