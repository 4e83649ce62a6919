import type { gmail_v1 } from '@googleapis/gmail'
import { expect, test } from 'vitest'
import { listArrived, listTakenOut, removesUserLabel } from './history.ts'

const own = 'Label_7'
const message = (...labelIds: string[]) => ({ id: '1', threadId: '1', labelIds })
const added = (...labelIds: string[]) => ({ messagesAdded: [{ message: message(...labelIds) }] })
const deleted = { messagesDeleted: [{ message: message() }] }
const labelled = (label: string, ...labelIds: string[]) => ({
  labelsAdded: [{ message: message(...labelIds), labelIds: [label] }],
})
const unlabelled = (label: string, ...labelIds: string[]) => ({
  labelsRemoved: [{ message: message(...labelIds), labelIds: [label] }],
})

test.each<[string, gmail_v1.Schema$History[], string[]]>([
  ['new mail in the inbox', [added('INBOX', 'UNREAD')], ['1']],
  ['mail put into the inbox', [labelled('INBOX', 'INBOX')], ['1']],
  ['the same twice', [added('INBOX'), labelled('INBOX', 'INBOX')], ['1']],
  ['mail that was archived at once', [added('INBOX'), unlabelled('INBOX')], ['1']],
  ['mail that was deleted at once', [added('INBOX'), deleted], []],
  ['mail a filter put elsewhere', [added('Label_1')], []],
  ['mail that was marked', [labelled('STARRED', 'INBOX', 'STARRED')], []],
  ['F33: sent to oneself', [added('INBOX', 'SENT')], []],
  ['F33: a draft', [added('DRAFT')], []],
  ['F33: spam', [added('SPAM', 'INBOX')], []],
  ['F33: the bin', [labelled('INBOX', 'INBOX', 'TRASH')], []],
  ['F33: chat', [added('INBOX', 'CHAT')], []],
  ['a record about nothing', [{}, { messagesAdded: [{}] }], []],
])('arrived: %s', (_case, records, expected) => {
  expect(listArrived(records)).toEqual(expected)
})

test.each<[string, gmail_v1.Schema$History[], string[]]>([
  ['label taken off', [unlabelled(own)], ['1']],
  ['label taken off, back in the inbox', [unlabelled(own, 'INBOX')], ['1']],
  ['another label taken off', [unlabelled('Label_1', own)], []],
  ['taken off and put on again', [unlabelled(own), labelled(own, own)], []],
  ['put on and taken off', [labelled(own, own), unlabelled(own)], ['1']],
  ['thrown away', [unlabelled(own, 'TRASH')], []],
  ['taken off, then thrown away', [unlabelled(own), labelled('TRASH', 'TRASH')], []],
  ['thrown away, then taken off', [labelled('TRASH', own, 'TRASH'), unlabelled(own, 'TRASH')], []],
  ['called spam', [unlabelled(own, 'SPAM')], []],
  ['taken off, then deleted', [unlabelled(own), deleted], []],
])('F32: taken out: %s', (_case, records, expected) => {
  expect(listTakenOut(records, own)).toEqual(expected)
})

test('F30: without a label of ours nothing was taken out of it', () => {
  expect(listTakenOut([unlabelled(own)], null)).toEqual([])
  expect(listTakenOut([unlabelled(own)], 'Label_8')).toEqual([])
})

test('only labels that people make are a reason to look for ours', () => {
  expect(removesUserLabel([unlabelled('UNREAD'), unlabelled('CATEGORY_UPDATES'), {}])).toBe(false)
  expect(removesUserLabel([unlabelled('UNREAD'), unlabelled(own)])).toBe(true)
})
