import { expect, test } from 'vitest'
import type { Graph } from '../graph/graph.ts'
import { loadDeltaPage } from './delta.ts'

test('of a page with 5,000 messages that were marked as read, only the new one is listed', async () => {
  const read = Array.from({ length: 5000 }, (_, index) => ({
    id: `old-${index}`,
    isRead: true,
    parentFolderId: 'inbox',
  }))
  const arrived = { id: 'new', receivedDateTime: '2026-11-17T08:00:00Z' }
  const page = {
    value: [...read.slice(0, 2500), arrived, ...read.slice(2500)],
    '@odata.deltaLink': 'next',
  }
  const graph: Pick<Graph, 'get' | 'toLink'> = {
    get: async () => page,
    toLink: (url) => url ?? '',
  }
  expect(await loadDeltaPage(graph, 'first')).toEqual({
    present: [arrived],
    removed: [],
    link: 'next',
    isLast: true,
  })
})
