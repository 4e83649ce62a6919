import { expect, test } from 'vitest'
import { listOtherRecipients } from './common-contact.ts'
import { MessageHeaders, type Message } from './message.ts'

const own = ['ann@own.example', 'ann.b@gmail.com']
const people = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

function mail({ from = 'farida@insurer.example', to = [] as string[], cc = [] as string[] } = {}) {
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

test('whoever else a mail went to may be somebody the user knows, in To as in Cc', () => {
  expect(listOtherRecipients(mail({ to: ['bob@friend.example'] }), own)).toEqual([
    'bob@friend.example',
  ])
  expect(listOtherRecipients(mail({ cc: ['diane@gmail.com'] }), own)).toEqual(['diane@gmail.com'])
})

test.each([
  ['the sender', ['farida@insurer.example']],
  ['a colleague of the sender’s, who vouches for nobody', ['kim@mail.insurer.example']],
  ['the user, however written', ['Ann+lunch@own.example', 'annb+x@googlemail.com']],
  ['a colleague of the user’s', ['toby@eu.own.example']],
  ['a robot', ['no-reply@friend.example', 'notifications+7@friend.example']],
  ['a list', ['dev@lists.friend.example', 'founders@googlegroups.com', 'all@friend.example']],
])('%s is not asked about', (_case, cc) => {
  expect(listOtherRecipients(mail({ cc }), own)).toEqual([])
})

test('somebody at the same freemail provider is a person of their own', () => {
  const message = mail({ from: 'farida@gmail.com', cc: ['diane@gmail.com', 'f.arida@gmail.com'] })
  expect(listOtherRecipients(message, own)).toEqual(['diane@gmail.com'])
})

test('each is asked about once, and of a crowd only a few', () => {
  const crowd = Array.from({ length: 50 }, (_, at) => `bob@friend${at % 25}.example`)
  expect(listOtherRecipients(mail({ cc: crowd }), own)).toEqual([
    'bob@friend0.example',
    'bob@friend1.example',
    'bob@friend2.example',
    'bob@friend3.example',
  ])
})

test('a mail that names no one sender has no company to keep', () => {
  expect(listOtherRecipients({ ...mail({ cc: ['bob@friend.example'] }), from: null }, own)).toEqual(
    [],
  )
})
