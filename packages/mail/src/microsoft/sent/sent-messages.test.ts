import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MailError } from '../../mail-error.ts'
import type { SentCursor } from '../../mailbox.ts'
import { callTimeoutMs } from '../../mailbox.ts'
import { connectMailbox, virtualClock, world } from '../../testing/fake-microsoft.ts'
import { GraphError } from '../graph/graph-error.ts'
import type { Graph } from '../graph/graph.ts'
import { createSentList } from './sent-messages.ts'

const fail = () => {
  throw new Error('Unexpected call')
}

/** Graph with one function. */
function createGraph(get: Graph['get']): Graph {
  return {
    get,
    getEach: fail,
    getMany: fail,
    writeEachOnce: fail,
    list: fail,
    toLink: (url) => url ?? '',
    post: fail,
    postOnce: fail,
    patch: fail,
    delete: fail,
    isHalfOver: () => false,
  }
}

const toMessage = (number: number, receivedDateTime: string) => ({
  id: `id-${number}`,
  receivedDateTime,
  toRecipients: [{ emailAddress: { address: `${number}@example.com` } }],
})

const readOption = (path: string, name: string) =>
  new URLSearchParams(path.split('?')[1]).get(name) ?? ''

const noWait = { retryAfterMs: null, mayHaveHappened: false }

test.each([
  ['too large', new MailError('too-large', 'response'), ['500', '25', '500', '25']],
  ['too slow', new MailError('unavailable', 'timeout'), ['500', '25', '25']],
  [
    'too slow for Exchange',
    new GraphError('unavailable', { status: 504, code: 'UnknownError' }, noWait),
    ['500', '25', '25'],
  ],
])('a page that is %s is read in smaller pieces', async (_case, error, expected) => {
  const tops: string[] = []
  const graph = createGraph(async (path) => {
    const top = readOption(path, '$top')
    tops.push(top)
    if (top === '500') throw error
    return { value: [toMessage(1, '2026-11-17T08:00:00Z')] }
  })
  const listSent = createSentList()
  for (let call = 0; call < 2; call++)
    expect(await listSent(graph, null)).toMatchObject({ messages: [{ id: 'id-1' }], next: null })
  expect(tops).toEqual(expected)
})

test('after a page that took the whole time of a call, the next call asks for less', async () => {
  const { mailbox, writeAsUser } = await connectMailbox(async ({ url }) => {
    if (url.includes('top=500')) await virtualClock.advance(callTimeoutMs)
  })
  writeAsUser({ rfcMessageId: '<1@own.test>' })
  await expect(mailbox.listSent(null)).rejects.toMatchObject({ detail: 'timeout' })
  // The request ends just after the call.
  await setImmediate()
  expect(await mailbox.listSent(null)).toMatchObject({
    messages: [{ rfcMessageId: '<1@own.test>' }],
  })
})

test('an outage does not make the pages smaller', async () => {
  const tops: string[] = []
  const graph = createGraph(async (path) => {
    tops.push(readOption(path, '$top'))
    throw new GraphError('unavailable', { status: 503, code: 'ServiceUnavailable' }, noWait)
  })
  await expect(createSentList()(graph, null)).rejects.toThrow()
  expect(tops).toEqual(['500'])
})

test('a mailbox that refuses $expand is read without it', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  writeAsUser({ rfcMessageId: '<1@own.test>' })
  world.faults.push({
    provider: 'microsoft',
    match: ({ url }) => url.includes('expand='),
    times: 10,
    effect: { status: 400, body: { error: { code: 'ErrorInvalidProperty', message: '' } } },
  })
  const sent = [{ rfcMessageId: '<1@own.test>' }]
  expect(await mailbox.listSent(null)).toMatchObject({ messages: sent })
  expect(await mailbox.listChanges(cursor)).toMatchObject({ sent })
})

test('a full page is not the last one, even without a link to the next', async () => {
  const graph = createGraph(async (path) => {
    const isFirst = readOption(path, '$filter') === ''
    const count = isFirst ? 500 : 3
    const time = (number: number) =>
      new Date(Date.UTC(2026, 10, isFirst ? 17 : 16) - number * 1000).toISOString()
    return { value: Array.from({ length: count }, (_, number) => toMessage(number, time(number))) }
  })
  const listSent = createSentList()
  const first = await listSent(graph, null)
  expect(first.next).toBe('2026-11-16T23:51:41.000Z')
  const last = await listSent(graph, first.next)
  expect([last.messages.length, last.next]).toEqual([3, null])
})

test.each([
  ['a link to more', { value: [{ id: 'odd' }], '@odata.nextLink': 'me/next' }],
  ['no link', { value: Array.from({ length: 500 }, () => ({ id: 'odd' })) }],
])('pages without any date and with %s are not the end of the list', async (_case, page) => {
  const graph = createGraph(async () => page)
  await expect(createSentList()(graph, null)).rejects.toMatchObject({ failure: 'unavailable' })
})

test('the list continues if more messages were sent in one second than one call reads', async () => {
  const graph = createGraph(async (path) => {
    const isEarlier = decodeURIComponent(path).includes('lt 2026-11-17T08:00:00Z')
    const time = isEarlier ? '2026-11-17T07:59:59Z' : '2026-11-17T08:00:00Z'
    return {
      value: [toMessage(1, time)],
      ...(!isEarlier && { '@odata.nextLink': 'me/next' }),
    }
  })
  const listSent = createSentList()
  const first = await listSent(graph, null)
  const second = await listSent(graph, first.next)
  const third = await listSent(graph, second.next)
  expect([first.next, second.next, third.next]).toEqual([
    '2026-11-17T08:00:00.000Z',
    '2026-11-17T07:59:59.000Z',
    null,
  ])
})

test('an item without a date does not stop the list', async () => {
  const graph = createGraph(async () => ({
    value: [
      { id: 'odd' },
      toMessage(1, '2026-11-17T08:00:00Z'),
      { id: 'odd', receivedDateTime: '' },
    ],
  }))
  const listSent = createSentList()
  expect(await listSent(graph, null)).toMatchObject({ messages: [{ id: 'id-1' }], next: null })
})

test('an unreadable cursor starts at the newest message', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({ rfcMessageId: '<1@own.test>' })
  expect(await mailbox.listSent('nonsense' as SentCursor)).toMatchObject({
    messages: [{ rfcMessageId: '<1@own.test>' }],
    next: null,
  })
})

test('recipients without an address that people can write to are left out', async () => {
  const { mailbox, writeAsUser } = await connectMailbox()
  writeAsUser({ to: 'Jörg <jo@bücher.example>, undisclosed-recipients:;' })
  expect((await mailbox.listSent(null)).messages).toMatchObject([
    { recipients: ['jo@xn--bcher-kva.example'] },
  ])
})
