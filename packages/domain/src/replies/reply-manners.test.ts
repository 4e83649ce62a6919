import { expect, test } from 'vitest'
import { MessageHeaders, type Message } from '../mail/message.ts'
import { findReplyAddress } from './reply-manners.ts'

const gmail = {
  provider: 'gmail',
  address: 'ann@own.example',
  ownAddresses: ['sales@own.example', 'ann@gmail.com'],
} as const
const microsoft = { ...gmail, provider: 'microsoft' } as const

function sentTo(...addresses: string[]): Message {
  return {
    from: null,
    to: addresses.map((address) => ({ name: '', address })),
    cc: [],
    replyTo: null,
    subject: '',
    body: { text: '', html: null },
    headers: new MessageHeaders(),
  }
}

test.each([
  ['Ann@OWN.example', 'ann@own.example', 'ann@own.example'],
  ['ann+shop@own.example', 'ann@own.example', 'ann@own.example'],
  ['sales@own.example', 'sales@own.example', null],
  ['A.n.n+x@googlemail.com', 'ann@gmail.com', null],
  ['else@own.example', null, null],
  ['not an address', null, null],
])('a message to %s is answered from %s at Gmail, from %s at Microsoft', (to, first, second) => {
  expect(findReplyAddress(sentTo(to), gmail)).toBe(first)
  expect(findReplyAddress(sentTo(to), microsoft)).toBe(second)
})

test('a message without recipients has no address to answer from', () => {
  expect(findReplyAddress(sentTo(), gmail)).toBeNull()
})
