import { loadCurrentUser } from '@doorman/contract/auth'
import { loadBillingInfo } from '@doorman/contract/billing'
import { accountCalls } from '@doorman/contract/mailboxes'
import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { query } from '../api/query.ts'
import { visitContext } from '../session/visit-context.ts'
import { takeFirstData, toFirstData, type FirstData, type LoadPart } from './first-data.ts'
import { loadFirstData } from './load-first-data.ts'

const accounts = query(accountCalls.gmail.list, {})
const billing = query(loadBillingInfo, {})

/** A request whose calls to the API get these answers, by path. By default somebody is signed in. */
function arriveWith(answers: Readonly<Record<string, Promise<Response>>>, dataWaitMs = 60_000) {
  const context = new RouterContextProvider()
  const asked: string[] = []
  let lateCount = 0
  context.set(visitContext, {
    nonce: '',
    requestId: '',
    isDemo: false,
    asksConsent: false,
    isTracked: false,
    dataWaitMs,
    onLateData: () => (lateCount += 1),
    onError() {},
    fetch: (path) => {
      asked.push(path)
      const found = { [loadCurrentUser.path]: answer({}), ...answers }[path]
      return found ?? Promise.reject(new Error(`Unexpected call of ${path}`))
    },
  })
  return { context, asked, countLate: () => lateCount }
}

const parts: readonly LoadPart[] = [
  (client) => client.ensureQueryData(accounts),
  (client) => client.ensureQueryData(billing),
]

const [accountsPath, billingPath] = [accountCalls.gmail.list.path, loadBillingInfo.path]
const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))
const never = new Promise<Response>(() => {})

/** The cache of a browser that gets the data as it arrives in the document. */
function openBrowser(data: FirstData) {
  const client = new QueryClient()
  takeFirstData(client, structuredClone(data))
  return client
}

test('the browser gets the data that the server has loaded', async () => {
  const arrival = arriveWith({
    [accountsPath]: answer([{ id: 'a' }]),
    [billingPath]: answer({ accountType: 'free' }),
  })
  const data = await loadFirstData(arrival, parts)
  expect([data.hasPart, arrival.countLate()]).toEqual([[true, true], 0])
  const client = openBrowser(data)
  expect(client.getQueryData(accounts.queryKey)).toEqual([{ id: 'a' }])
  expect(client.getQueryData(billing.queryKey)).toEqual({ accountType: 'free' })
})

test('data keeps the time at which the server loaded it', () => {
  const server = new QueryClient()
  server.setQueryData(['emails'], 'some', { updatedAt: 1_000 })
  const client = new QueryClient()
  takeFirstData(client, toFirstData(server, []))
  expect(client.getQueryState(['emails'])?.dataUpdatedAt).toBe(1_000)
})

test.each([
  ['is refused', () => answer({ message: 'Broken' }, 500), 0],
  ['gets no answer', () => Promise.reject(new Error('No answer')), 0],
  ['takes too long', () => never, 1],
])('if a call %s, the other parts come with the document', async (_, fail, lateCount) => {
  const arrival = arriveWith({ [accountsPath]: answer([]), [billingPath]: fail() }, 200)
  const data = await loadFirstData(arrival, parts)
  expect([data.hasPart, arrival.countLate()]).toEqual([[true, false], lateCount])
  const client = openBrowser(data)
  expect(client.getQueryData(accounts.queryKey)).toEqual([])
  expect(client.getQueryData(billing.queryKey)).toBeUndefined()
})

test('a document that must not wait loads nothing', async () => {
  const arrival = arriveWith({}, 0)
  const { hasPart } = await loadFirstData(arrival, parts)
  expect([hasPart, arrival.asked]).toEqual([[false, false], []])
})

test.each([
  ['without a session', () => answer({}, 401)],
  ['if the session cannot be checked', () => answer({}, 503)],
])('%s, only one call is made', async (_, check) => {
  const arrival = arriveWith({ [loadCurrentUser.path]: check() })
  const [page, layout] = await Promise.all([
    loadFirstData(arrival, parts),
    loadFirstData(arrival, parts),
  ])
  expect([page.hasPart, layout.hasPart]).toEqual([
    [false, false],
    [false, false],
  ])
  expect(arrival.asked).toEqual([loadCurrentUser.path])
})

test('two documents never share data', async () => {
  const visit = async (id: string) => {
    const arrival = arriveWith({ [accountsPath]: answer([{ id }]), [billingPath]: answer({}) })
    return openBrowser(await loadFirstData(arrival, parts)).getQueryData(accounts.queryKey)
  }
  expect(await Promise.all([visit('a'), visit('b')])).toEqual([[{ id: 'a' }], [{ id: 'b' }]])
})

test('data that the browser has already loaded is not replaced', () => {
  const server = new QueryClient()
  server.setQueryData(['emails'], 'old')
  const client = new QueryClient()
  client.setQueryData(['emails'], 'new')
  takeFirstData(client, toFirstData(server, []))
  expect(client.getQueryData(['emails'])).toBe('new')
})

test('a document’s data is taken once, so a re-render does not undo a sign-out', () => {
  const server = new QueryClient()
  server.setQueryData(['emails'], 'private')
  const data = toFirstData(server, [])
  const client = new QueryClient()
  expect(takeFirstData(client, data)).toBe(true)
  client.clear()
  expect(takeFirstData(client, data)).toBe(false)
  expect(client.getQueryData(['emails'])).toBeUndefined()
})
