import { expect, test } from 'vitest'
import { createFolders } from './folders.ts'
import { GraphError } from './graph-error.ts'
import type { Graph } from './graph.ts'

const nothing = () => {
  throw new Error('Only reading is expected')
}

/** A mailbox with folders in folders; by id, each with its parent. */
function createGraph(parents: Readonly<Record<string, string>>): Graph {
  return {
    async get(path) {
      const id = decodeURIComponent(path.replace(/^me\/mailFolders\/|\?.*$/g, ''))
      const parentFolderId = parents[id]
      if (parentFolderId === undefined)
        throw new GraphError(
          'gone',
          { status: 404, code: 'ErrorItemNotFound' },
          { retryAfterMs: null, mayHaveHappened: false },
        )
      return { id, parentFolderId }
    },
    list: async () => ({ items: 'own' in parents ? [{ id: 'own' }] : [], hasMore: false }),
    toLink: nothing,
    post: nothing,
    postOnce: nothing,
    patch: nothing,
    delete: nothing,
  }
}

const root = {
  inbox: 'top',
  junkemail: 'top',
  deleteditems: 'top',
  sentitems: 'top',
  drafts: 'top',
}

test.each([
  ['inbox', 'inbox'],
  ['own', 'set-aside'],
  ['junkemail', 'junk'],
  ['deleteditems', 'bin'],
  ['sentitems', 'sent'],
  ['drafts', 'draft'],
  ['projects', 'elsewhere'],
  ['below the inbox', 'elsewhere'],
  ['thrown away', 'bin'],
  ['below what was thrown away', 'bin'],
  ['nowhere', 'elsewhere'],
])('mail in the folder %s is in %s', async (folder, place) => {
  const graph = createGraph({
    ...root,
    top: 'above the top',
    own: 'top',
    projects: 'top',
    'below the inbox': 'inbox',
    'thrown away': 'deleteditems',
    'below what was thrown away': 'thrown away',
  })
  expect(await createFolders().findPlace(graph, folder)).toBe(place)
})

test('F30: mail in our folder is in the bin once the folder is', async () => {
  const graph = createGraph({ ...root, 'our old folder': 'deleteditems' })
  expect(await createFolders().findPlace(graph, 'our old folder')).toBe('bin')
})

test('folders that contain each other are not followed for ever', async () => {
  const graph = createGraph({ ...root, a: 'b', b: 'a' })
  expect(await createFolders().findPlace(graph, 'a')).toBe('elsewhere')
})
