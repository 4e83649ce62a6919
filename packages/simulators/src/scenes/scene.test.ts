import { describe, expect, test } from 'vitest'
import { answeringSenders } from './answering-senders.ts'
import { people } from './people.ts'
import { loadScene, type SceneMail } from './scene.ts'

const person = /^(?:[^<>",]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

describe.each(people)('the scene of the $scene', ({ scene, name, user, domains }) => {
  const { mails, arrivals } = loadScene(scene, { domain: domains.google })
  const all = [...mails, ...arrivals]

  test('is a full mailbox with mail yet to come', () => {
    expect(mails.length).toBeGreaterThanOrEqual(120)
    expect(arrivals).toHaveLength(25)
  })

  test('has every line in order', () => {
    for (const mail of all)
      expect(mail).toEqual({
        id: expect.stringMatching(/^[\w-]+$/),
        folder: expect.stringMatching(/^(?:inbox|sent|archive)$/),
        from: expect.stringMatching(person),
        to: mail.to.map(() => expect.stringMatching(person)),
        cc: mail.cc.map(() => expect.stringMatching(person)),
        subject: expect.any(String),
        minutesAgo: expect.any(Number),
        isRead: expect.any(Boolean),
        inReplyTo: expect.toBeOneOf([null, expect.any(String)]),
        headers: expect.any(Object),
        text: expect.stringMatching(/\S/),
        html: expect.toBeOneOf([null, expect.stringMatching(/</)]),
      } satisfies Record<keyof SceneMail, unknown>)
    for (const [header, value] of all.flatMap(({ headers }) => Object.entries(headers)))
      expect(`${header}: ${value}`).toMatch(/^[\w-]+: [\x20-\x7e]+$/)
  })

  test('tells a story that runs forward', () => {
    const ages = mails.map(({ minutesAgo }) => minutesAgo)
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

  test('is about its owner', () => {
    const sent = mails.filter(({ folder }) => folder === 'sent')
    expect(new Set(sent.map(({ from }) => from))).toEqual(
      new Set([`${name} <${user}@${domains.google}>`]),
    )
  })

  test('moves to another domain as a whole', () => {
    const moved = JSON.stringify(loadScene(scene, { domain: domains.google, as: 'moved.example' }))
    expect(moved).toContain(`${user}@moved.example`)
    expect(moved).not.toContain(`@${domains.google}`)
    expect(moved).not.toMatch(new RegExp(`[^\\w-]${domains.google}`))
  })

  test('has one sender of each kind who answers, and who may be answered', () => {
    const addresses = new Set(answeringSenders.map(({ address }) => address))
    const senders = arrivals.filter(({ from }) =>
      addresses.has(from.slice(from.indexOf('<') + 1, -1)),
    )
    expect(new Set(senders.map(({ from }) => from)).size).toBe(4)
    // Bulk mail is never answered (PROVIDERS 5).
    for (const { headers } of senders)
      expect(Object.keys(headers).join()).not.toMatch(/list-|precedence|auto-submitted|reply-to/i)
  })
})
