import { expect, test } from 'vitest'
import { createFolders } from './folders.ts'
import { GraphError } from './graph/graph-error.ts'
import type { Graph } from './graph/graph.ts'

const fail = () => {
  throw new Error('Unexpected write')
}

/** A mailbox with nested folders: the parent's id by id. */
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
    getEach: fail,
    getMany: fail,
    writeEachOnce: fail,
    toLink: fail,
    post: fail,
    postOnce: fail,
    patch: fail,
    delete: fail,
    isHalfOver: () => false,
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
  ['in the bin', 'bin'],
  ['below a folder in the bin', 'bin'],
  ['nowhere', 'elsewhere'],
])('a message in the folder %s is in %s', async (folder, location) => {
  const graph = createGraph({
    ...root,
    top: 'above the top',
    own: 'top',
    projects: 'top',
    'below the inbox': 'inbox',
    'in the bin': 'deleteditems',
    'below a folder in the bin': 'in the bin',
  })
  expect(await createFolders().findLocation(graph, folder)).toBe(location)
})

test('a message in our folder is in the bin if the folder is', async () => {
  const graph = createGraph({ ...root, 'our old folder': 'deleteditems' })
  expect(await createFolders().findLocation(graph, 'our old folder')).toBe('bin')
})

test('stops at folders that contain each other', async () => {
  const graph = createGraph({ ...root, a: 'b', b: 'a' })
  expect(await createFolders().findLocation(graph, 'a')).toBe('elsewhere')
})
