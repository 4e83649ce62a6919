import { expect, test } from 'vitest'
import { compareSnapshots } from './compare-snapshots.ts'

/** Each node is its type, the index of its name and its size. */
function toSnapshot(nodes: readonly (readonly [type: number, name: number, size: number])[]) {
  return JSON.stringify({
    snapshot: {
      meta: {
        node_fields: ['type', 'name', 'self_size'],
        node_types: [['object', 'string'], 'string', 'number'],
      },
    },
    nodes: nodes.flat(),
    strings: ['Map', 'Socket', 'a text'],
  })
}

test('constructors that grew are listed, those that grew most first', () => {
  const first = toSnapshot([
    [0, 0, 100],
    [0, 1, 50],
    [1, 2, 10],
  ])
  const second = toSnapshot([
    [0, 0, 40],
    [0, 1, 50],
    [0, 1, 50],
    [1, 2, 10],
    [1, 2, 300],
  ])
  expect(compareSnapshots(first, second)).toEqual([
    { name: '(string)', count: 1, bytes: 300 },
    { name: 'Socket', count: 1, bytes: 50 },
  ])
})
