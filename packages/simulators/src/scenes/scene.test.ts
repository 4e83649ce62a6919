import { describe, expect, test } from 'vitest'
import { people } from './people.ts'
import { replyingSenders } from './replying-senders.ts'
import { loadScene, type SceneMessage } from './scene.ts'

const person = /^(?:[^<>",]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

describe.each(people)('the scene of the $scene', ({ scene, name, user, domains }) => {
  const { messages, arrivals } = loadScene(scene, { domain: domains.google })
  const all = [...messages, ...arrivals]

  test('has at least 120 messages and 25 arrivals', () => {
    expect(messages.length).toBeGreaterThanOrEqual(120)
    expect(arrivals).toHaveLength(25)
  })

  test('has only valid lines', () => {
    for (const message of all)
      expect(message).toEqual({
        id: expect.stringMatching(/^[\w-]+$/),
        folder: expect.stringMatching(/^(?:inbox|sent|archive)$/),
        from: expect.stringMatching(person),
        to: message.to.map(() => expect.stringMatching(person)),
        cc: message.cc.map(() => expect.stringMatching(person)),
        subject: expect.any(String),
        minutesAgo: expect.any(Number),
        isRead: expect.any(Boolean),
        inReplyTo: expect.toBeOneOf([null, expect.any(String)]),
        headers: expect.any(Object),
        text: expect.stringMatching(/\S/),
        html: expect.toBeOneOf([null, expect.stringMatching(/</)]),
      } satisfies Record<keyof SceneMessage, unknown>)
    for (const [header, value] of all.flatMap(({ headers }) => Object.entries(headers)))
      expect(`${header}: ${value}`).toMatch(/^[\w-]+: [\x20-\x7e]+$/)
  })

  test('is in order of time, with replies after their originals', () => {
    const ages = messages.map(({ minutesAgo }) => minutesAgo)
    expect(ages).toEqual(ages.toSorted((one, other) => other - one))
    expect(arrivals.every(({ minutesAgo, folder }) => minutesAgo === 0 && folder === 'inbox')).toBe(
      true,
    )
    const seen = new Set<string>()
    for (const { id, inReplyTo } of all) {
      expect(inReplyTo === null || seen.has(inReplyTo)).toBe(true)
      expect(seen).not.toContain(id)
      seen.add(id)
    }
  })

  test('has only sent messages of its owner', () => {
    const sent = messages.filter(({ folder }) => folder === 'sent')
    expect(new Set(sent.map(({ from }) => from))).toEqual(
      new Set([`${name} <${user}@${domains.google}>`]),
    )
  })

  test('can use another domain everywhere', () => {
    const moved = JSON.stringify(loadScene(scene, { domain: domains.google, as: 'moved.example' }))
    expect(moved).toContain(`${user}@moved.example`)
    expect(moved).not.toContain(`@${domains.google}`)
    expect(moved).not.toMatch(new RegExp(`[^\\w-]${domains.google}`))
  })

  test('has one replying sender of each kind, all of whom may get a smart response', () => {
    const addresses = new Set(replyingSenders.map(({ address }) => address))
    const senders = arrivals.filter(({ from }) =>
      addresses.has(from.slice(from.indexOf('<') + 1, -1)),
    )
    expect(new Set(senders.map(({ from }) => from)).size).toBe(4)
    // Doorman does not reply to bulk mail.
    for (const { headers } of senders)
      expect(Object.keys(headers).join()).not.toMatch(/list-|precedence|auto-submitted|reply-to/i)
  })
})
