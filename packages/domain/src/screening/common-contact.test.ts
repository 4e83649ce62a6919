import { expect, test } from 'vitest'
import { listOtherRecipients } from './common-contact.ts'
import { MessageHeaders, type Message } from '../mail/message.ts'

const own = ['ann@own.example', 'ann.b@gmail.com']
const people = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

function message({
  from = 'farida@insurer.example',
  to = [] as string[],
  cc = [] as string[],
} = {}) {
  return {
    from: { name: '', address: from },
    to: people('ann@own.example', ...to),
    cc: people(...cc),
    replyTo: null,
    subject: 'RE: two people who should have lunch',
    body: { text: 'Lunch?', html: null },
    headers: new MessageHeaders(),
  } satisfies Message
}

test('other recipients are listed, from To and from Cc', () => {
  expect(listOtherRecipients(message({ to: ['bob@friend.example'] }), own)).toEqual([
    'bob@friend.example',
  ])
  expect(listOtherRecipients(message({ cc: ['diane@gmail.com'] }), own)).toEqual([
    'diane@gmail.com',
  ])
})

test.each([
  ['the sender', ['farida@insurer.example']],
  ['the user, in any spelling', ['Ann+lunch@own.example', 'annb+x@googlemail.com']],
  ['a colleague of the user', ['toby@eu.own.example']],
  ['a robot', ['no-reply@friend.example', 'notifications+7@friend.example']],
  ['a list', ['dev@lists.friend.example', 'founders@googlegroups.com', 'all@friend.example']],
])('%s is not listed', (_case, cc) => {
  expect(listOtherRecipients(message({ cc }), own)).toEqual([])
})

test('addresses at the same freemail provider belong to different people', () => {
  const received = message({
    from: 'farida@gmail.com',
    cc: ['diane@gmail.com', 'f.arida@gmail.com'],
  })
  expect(listOtherRecipients(received, own)).toEqual(['diane@gmail.com'])
})

test('the sender’s colleagues are listed, but last', () => {
  const cc = ['kim@insurer.example', 'bob@friend.example']
  const received = message({ from: 'lee@insurer.example', cc })
  expect(listOtherRecipients(received, own)).toEqual(['bob@friend.example', 'kim@insurer.example'])
  const crowd = Array.from({ length: 4 }, (_, at) => `bob@friend${at}.example`)
  expect(listOtherRecipients(message({ cc: [...cc, ...crowd] }), own)).not.toContain(cc[0])
})

test('each address is listed once, and at most four in all', () => {
  const crowd = Array.from({ length: 50 }, (_, at) => `bob@friend${at % 25}.example`)
  expect(listOtherRecipients(message({ cc: crowd }), own)).toEqual([
    'bob@friend0.example',
    'bob@friend1.example',
    'bob@friend2.example',
    'bob@friend3.example',
  ])
})

test('a message without a single sender has no other recipients', () => {
  expect(
    listOtherRecipients({ ...message({ cc: ['bob@friend.example'] }), from: null }, own),
  ).toEqual([])
})
