import { expect, test } from 'vitest'
import { readInboxes, toReceived, type SceneMail } from './read-inboxes.ts'

const me = 'Ann <ann@mill.example>'

function mail(from: string, rest: Partial<SceneMail> = {}): SceneMail {
  return {
    id: `${from}-${rest.text}`,
    folder: 'inbox',
    from,
    to: [me],
    cc: [],
    subject: 'Crates',
    inReplyTo: null,
    headers: {},
    text: 'We have forty crates left and would like to send them on Monday.',
    html: null,
    ...rest,
  }
}

test('a stranger is judged, until the user has written to them or to their company', () => {
  const received = toReceived([
    mail('Jan <jan@crates.example>'),
    mail(me, { folder: 'sent', to: ['Jan <jan@crates.example>'] }),
    mail('Jan <jan@crates.example>', { text: 'On Monday then, at eight, by the gate.' }),
    mail('Eva <eva@crates.example>'),
    mail('Bob <bob@mill.example>'),
  ])
  expect(received.map((one) => one !== null)).toEqual([true, false, false, false])
})

test('who wrote before without an answer is known to have written', () => {
  const [first, second] = toReceived([
    mail('Jan <jan@crates.example>'),
    mail('Jan <jan@crates.example>', { text: 'Did you see what I wrote about the crates?' }),
  ])
  expect(first?.facts.relationship?.earlierMailFromSender).toBe(0)
  expect(second?.facts.relationship?.earlierMailFromSender).toBe(1)
})

test('every mailbox of the demo has mail that rules leave alone, and mail to judge', () => {
  const inboxes = readInboxes()
  expect(inboxes.map(({ name }) => name)).toEqual(['cfo', 'engineer', 'founder'])
  for (const { received } of inboxes) {
    expect(received).toContain(null)
    expect(received.some((one) => one !== null)).toBe(true)
  }
})
