import { expect, test } from 'vitest'
import { readInboxes, toReceived, type SceneMessage } from './read-inboxes.ts'

const me = 'Ann <ann@mill.example>'

function sceneMessage(from: string, rest: Partial<SceneMessage> = {}): SceneMessage {
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

test('a sender is judged until the user has written to them, and a new person at the same company is judged, too', async () => {
  const received = await toReceived([
    sceneMessage('Jan <jan@crates.example>'),
    sceneMessage(me, { folder: 'sent', to: ['Jan <jan@crates.example>'] }),
    sceneMessage('Jan <jan@crates.example>', { text: 'On Monday then, at eight, by the gate.' }),
    sceneMessage('Eva <eva@crates.example>'),
    sceneMessage('Bob <bob@mill.example>'),
  ])
  expect(received.map((one) => one !== null)).toEqual([true, false, true, false])
})

test('earlier messages of an unanswered sender are counted', async () => {
  const [first, second] = await toReceived([
    sceneMessage('Jan <jan@crates.example>'),
    sceneMessage('Jan <jan@crates.example>', {
      text: 'Did you see what I wrote about the crates?',
    }),
  ])
  expect(first?.facts.relationship?.earlierMailFromSender).toBe(0)
  expect(second?.facts.relationship?.earlierMailFromSender).toBe(1)
})

test('every mailbox of the demo has messages kept by rules and messages to judge', async () => {
  const inboxes = await readInboxes()
  expect(inboxes.map(({ name }) => name)).toEqual(['cfo', 'engineer', 'founder'])
  for (const { received } of inboxes) {
    expect(received).toContain(null)
    expect(received.some((one) => one !== null)).toBe(true)
  }
})
