import { expect, test } from 'vitest'
import { MessageHeaders } from './message.ts'
import { listReferences } from './references.ts'

test('each message is listed once, the first of the thread first', () => {
  const headers = new MessageHeaders([
    ['In-Reply-To', '<2@x.example> (of Monday)'],
    ['References', '<1@x.example>\t<2@x.example>'],
    ['References', 'nonsense <3@x.example'],
  ])
  expect(listReferences(headers)).toEqual(['<1@x.example>', '<2@x.example>'])
  expect(listReferences(new MessageHeaders())).toEqual([])
})
