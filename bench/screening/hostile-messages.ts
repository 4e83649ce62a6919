import { toSenderFacts, toMessage } from '@doorman/classifier/message-record'
import type { BenchMessage } from './bench-messages.ts'

const megabyte = 1_000_000
const prose = 'We help teams like yours to save time and money, could we talk for ten minutes? '

const bodies: readonly (readonly [name: string, body: string])[] = [
  ['1 MB of prose', fill(prose, megabyte)],
  ['1 MB of short lines', fill('We could talk.\n', megabyte)],
  ['1 MB in one line without a space', fill('x', megabyte)],
  ['1 MB of digits', fill('0123456789 ', megabyte)],
  ['1 MB of addresses', fill('pat@vendor.test, ', megabyte)],
  ['1 MB of links', fill('https://vendor.test/a?b=c ', megabyte)],
  ['1 MB of quotes', fill('On 3 Mar 2025, Pat wrote:\n> x\n', megabyte)],
  ['1 MB of quote marks', fill('>', megabyte)],
  ['1 MB of signatures', fill('Best,\nPat Doe\n+44 1632 960 417\n', megabyte)],
  ['1 MB of invisible characters', fill('a\u200b', megabyte)],
  ['1 MB of amounts', fill('$1,000 €5k 3 million ', megabyte)],
  ['1 MB of HTML', `<html><body>${fill(`<p>${prose}</p>`, megabyte)}`],
  ['1 MB of HTML entities', `<html>${fill('&amp;&#x41;', megabyte)}`],
  ['1 MB of table cells', `<html><table>${fill('<tr><td>x', megabyte)}`],
  [
    '1 MB of styled words',
    `<html>${fill('<i style="color:#fff;background:#fff">x</i>', megabyte)}`,
  ],
  ['60 KB of nested divisions', `<html>${fill('<div>', 60_000)}Could we talk about your plans?`],
]

export function listHostileMessages(): (readonly [
  name: string,
  message: Omit<BenchMessage, 'raw'>,
])[] {
  return bodies.map(([name, body]) => {
    // Starts with plain words: a message with too little text would be kept without being judged.
    const record = {
      id: name,
      from: 'pat@vendor.test',
      to: 'kim@shop.test',
      subject: name,
      body: `${prose}\n\n${body}`,
    }
    return [name, { message: toMessage(record), sender: toSenderFacts(record) }]
  })
}

function fill(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)
}
