import type { HistoryRecord } from '../api/gmail-types.ts'
import { expect, test } from 'vitest'
import { listArrived, listMovedBack, listMovedToInbox, removesUserLabel } from './history.ts'

const setAside = 'Label_7'
const message = (...labelIds: string[]) => ({ id: '1', threadId: '1', labelIds })
const added = (...labelIds: string[]) => ({ messagesAdded: [{ message: message(...labelIds) }] })
const deleted = { messagesDeleted: [{ message: message() }] }
const labelled = (label: string, ...labelIds: string[]) => ({
  labelsAdded: [{ message: message(...labelIds), labelIds: [label] }],
})
const unlabelled = (label: string, ...labelIds: string[]) => ({
  labelsRemoved: [{ message: message(...labelIds), labelIds: [label] }],
})

test.each<[string, HistoryRecord[], string[]]>([
  ['a new message in the inbox', [added('INBOX', 'UNREAD')], ['1']],
  ['a message moved into the inbox', [labelled('INBOX', 'INBOX')], ['1']],
  ['the same message twice', [added('INBOX'), labelled('INBOX', 'INBOX')], ['1']],
  ['a message archived at once', [added('INBOX'), unlabelled('INBOX')], ['1']],
  ['a message deleted at once', [added('INBOX'), deleted], []],
  ['a message that a filter put elsewhere', [added('Label_1')], []],
  ['a message that got a star', [labelled('STARRED', 'INBOX', 'STARRED')], []],
  ['a message sent to oneself', [added('INBOX', 'SENT')], []],
  ['a draft', [added('DRAFT')], []],
  ['spam', [added('SPAM', 'INBOX')], []],
  ['a message in the bin', [labelled('INBOX', 'INBOX', 'TRASH')], []],
  ['a chat message', [added('INBOX', 'CHAT')], []],
  ['empty records', [{}, { messagesAdded: [{}] }], []],
])('arrived: %s', (_case, records, expected) => {
  expect(listArrived(records)).toEqual(expected)
})

test.each<[string, HistoryRecord[], string[]]>([
  ['a new message', [added('INBOX', 'UNREAD')], []],
  ['a new message that gets its label twice', [added('INBOX'), labelled('INBOX', 'INBOX')], []],
  ['a message from the archive', [labelled('INBOX', 'INBOX')], ['1']],
  [
    'a message from spam',
    [{ ...unlabelled('SPAM', 'INBOX'), ...labelled('INBOX', 'INBOX') }],
    ['1'],
  ],
  ['a new message from spam', [added('SPAM'), labelled('INBOX', 'INBOX')], ['1']],
  [
    'a new message from spam, listed with its later labels',
    [added('INBOX'), unlabelled('SPAM', 'INBOX'), labelled('INBOX', 'INBOX')],
    ['1'],
  ],
  [
    'a new message, archived and moved back',
    [added('INBOX'), unlabelled('INBOX'), labelled('INBOX', 'INBOX')],
    ['1'],
  ],
  ['a message in the bin', [labelled('INBOX', 'INBOX', 'TRASH')], []],
  ['a message deleted since', [labelled('INBOX', 'INBOX'), deleted], []],
  ['empty records', [{}, { labelsAdded: [{}], labelsRemoved: [{}] }], []],
])('moved to the inbox: %s', (_case, records, expected) => {
  expect(listMovedToInbox(records)).toEqual(expected)
})

test.each<[string, HistoryRecord[], string[]]>([
  ['label removed', [unlabelled(setAside)], ['1']],
  ['label removed, message in the inbox', [unlabelled(setAside, 'INBOX')], ['1']],
  ['another label removed', [unlabelled('Label_1', setAside)], []],
  ['removed and added again', [unlabelled(setAside), labelled(setAside, setAside)], []],
  ['added and removed', [labelled(setAside, setAside), unlabelled(setAside)], ['1']],
  ['moved to the bin', [unlabelled(setAside, 'TRASH')], []],
  ['removed, then moved to the bin', [unlabelled(setAside), labelled('TRASH', 'TRASH')], []],
  [
    'moved to the bin, then removed',
    [labelled('TRASH', setAside, 'TRASH'), unlabelled(setAside, 'TRASH')],
    [],
  ],
  ['reported as spam', [unlabelled(setAside, 'SPAM')], []],
  ['removed, then deleted', [unlabelled(setAside), deleted], []],
])('moved back: %s', (_case, records, expected) => {
  expect(listMovedBack(records, setAside)).toEqual(expected)
})

test('nothing was moved back if our label was deleted or created again', () => {
  expect(listMovedBack([unlabelled(setAside)], null)).toEqual([])
  expect(listMovedBack([unlabelled(setAside)], 'Label_8')).toEqual([])
})

test('detects the removal of a label that a user created', () => {
  expect(removesUserLabel([unlabelled('UNREAD'), unlabelled('CATEGORY_UPDATES'), {}])).toBe(false)
  expect(removesUserLabel([unlabelled('UNREAD'), unlabelled(setAside)])).toBe(true)
})
