import { SourceMap } from 'node:module'
import { describe, expect, test } from 'vitest'
import { findOrigin } from './source-map.ts'

/**
 * Line 0: column 0 is b.ts 40:2, column 9 is b.ts 40:30. Line 1 has no mapping. Line 2: column 4 is
 * a.ts 3:1000.
 */
const map = { sources: ['a.ts', 'b.ts'], mappings: 'ACwCE,SAA4B;;IDrC08B' }

describe('finds the last mapping that starts before the place', () => {
  test.each([
    [0, 0, { source: 'b.ts', line: 40, column: 2 }],
    [0, 8, { source: 'b.ts', line: 40, column: 2 }],
    [0, 9, { source: 'b.ts', line: 40, column: 30 }],
    [0, 200, { source: 'b.ts', line: 40, column: 30 }],
    [2, 4, { source: 'a.ts', line: 3, column: 1000 }],
  ])('%i:%i', (line, column, origin) => {
    expect(findOrigin(map, line, column)).toEqual(origin)
    const { originalSource, originalLine, originalColumn } = toEntry(line, column)
    expect({ source: originalSource, line: originalLine, column: originalColumn }).toEqual(origin)
  })
})

test.each([
  ['before the first mapping', 2, 3],
  ['on a line without any', 1, 0],
  ['behind the last line', 9, 0],
])('finds nothing %s', (_place, line, column) => {
  expect(findOrigin(map, line, column)).toBeNull()
})

/** Node's own reader of source maps, which must agree. */
function toEntry(line: number, column: number) {
  const reader = new SourceMap({
    ...map,
    version: 3,
    file: '',
    names: [],
    sourcesContent: [],
    sourceRoot: '',
  })
  return reader.findEntry(line, column) as {
    originalSource: string
    originalLine: number
    originalColumn: number
  }
}
