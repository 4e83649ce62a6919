import { expect, test } from 'vitest'
import type { Cursor } from '../../mailbox.ts'
import { findDeltaCursor, toCursor } from './delta-cursor.ts'

test.each([
  {
    inbox: "me/mailFolders('inbox')/messages/delta?$deltatoken=a%2B",
    own: null,
    sent: "me/mailFolders('sentitems')/messages/delta?$deltatoken=b",
    inboxKnownAt: new Date('2026-11-17T08:00:00Z'),
    roundBeganAt: null,
  },
  {
    inbox: 'me/a',
    own: { folderId: 'AAMk=', link: 'me/b' },
    sent: null,
    inboxKnownAt: null,
    roundBeganAt: new Date('2026-11-17T08:00:00Z'),
  },
])('a cursor survives a round trip', (cursor) => {
  expect(findDeltaCursor(toCursor(cursor))).toEqual(cursor)
})

test('a cursor of an earlier version, without times and sent messages, is still valid', () => {
  expect(findDeltaCursor('{"inbox":"me/a","own":null}' as Cursor)).toEqual({
    inbox: 'me/a',
    own: null,
    sent: null,
    inboxKnownAt: null,
    roundBeganAt: null,
  })
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
