import { expect, test } from 'vitest'
import type { Cursor } from '../../mailbox.ts'
import { findDeltaCursor, toCursor } from './delta-cursor.ts'

test.each([
  { inbox: "me/mailFolders('inbox')/messages/delta?$deltatoken=a%2B", own: null },
  { inbox: 'me/a', own: { folderId: 'AAMk=', link: 'me/b' } },
])('a cursor survives a round trip', (cursor) => {
  expect(findDeltaCursor(toCursor(cursor))).toEqual(cursor)
})

test.each([
  '',
  'null',
  '[]',
  '17',
  '{}',
  '{"inbox":"me/a"}',
  '{"inbox":1,"own":null}',
  '{"inbox":"me/a","own":{"folderId":"x"}}',
  '{"inbox":"me/a","own":nu',
  '4711',
])('%s is not a cursor', (text) => {
  expect(findDeltaCursor(text as Cursor)).toBeNull()
})
