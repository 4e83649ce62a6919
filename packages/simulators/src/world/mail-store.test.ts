import { expect, test } from 'vitest'
import { createChance } from './chance.ts'
import { VirtualClock } from './clock.ts'
import { compose } from './compose.ts'
import { MailStore, type Change } from './mail-store.ts'

const clock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
const owner = {
  provider: 'google',
  address: 'ann@example.com',
  name: 'Ann',
  aliases: ['team@example.com'],
  subject: '1',
} as const

const makeStore = (firstChangeId = 1n) =>
  new MailStore(owner, { clock, chance: createChance(1), firstChangeId })

let made = 0
const mail = (subject: string, headers: Record<string, string> = {}) => ({
  raw: compose({
    from: 'jo@vendor.test',
    to: 'ann@example.com',
    subject,
    text: 'Hello',
    date: clock.now(),
    messageId: `<${++made}@vendor.test>`,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  }),
})

test('mail is listed newest first, whatever order it came in', () => {
  const store = makeStore()
  const [second, first, third] = [2, 1, 3].map((hour) =>
    store.add({ ...mail(`${hour}`), receivedAt: new Date(Date.UTC(2026, 10, 15, hour)) }),
  )
  store.add({ ...mail('sent'), places: ['sent'] })
  expect([...store.list('inbox')].map(({ id }) => id)).toEqual([third?.id, second?.id, first?.id])
})

test('every change has a larger id and says what was before and after', () => {
  const store = makeStore(2n ** 63n)
  const { id, changeId: start } = store.add(mail('Hello'))
  const seen: Change[] = []
  store.onChange((change) => seen.push(change))
  store.update(id, { isRead: true })
  store.move(id, 'bin')
  store.remove(id)
  expect(store.changesAfter(start)).toEqual(seen)
  expect(seen.map(({ before, after }) => [before?.isRead, after && [...after.places]])).toEqual([
    [false, ['inbox']],
    [true, ['bin']],
    [true, null],
  ])
  expect(start > 2n ** 63n).toBe(true)
  expect(seen.every((change, index) => change.id > (seen[index - 1]?.id ?? start))).toBe(true)
})

test('a wish that is fulfilled already changes nothing', () => {
  const store = makeStore()
  const { id, changeId } = store.add(mail('Hello'))
  store.update(id, { isRead: false, places: new Set(['inbox']) })
  expect(store.newestChangeId).toBe(changeId)
})

test('a forgotten position is lost, and so is one that never was; the newest is not', () => {
  const store = makeStore()
  const first = store.add(mail('one')).changeId
  const last = store.add(mail('two')).changeId
  store.forgetChanges()
  expect(store.changesAfter(first)).toBe('lost')
  expect(store.changesAfter(last + 1n)).toBe('lost')
  expect(store.changesAfter(last)).toEqual([])
})

test('mail joins a conversation by Message-ID and subject together', () => {
  const store = makeStore()
  const question = store.add(mail('Question'))
  const refers = { References: question.headers.find('message-id') ?? '' }
  expect(store.add(mail('Re: Question', refers)).threadId).toBe(question.threadId)
  expect(store.add(mail('Re: Something else', refers)).threadId).not.toBe(question.threadId)
  expect(store.add(mail('Re: Question')).threadId).not.toBe(question.threadId)
})

test('a place that goes lets its mail go', () => {
  const store = makeStore()
  store.putUserPlace({ id: 'folder-1', name: 'Doorman' })
  const { id } = store.add({ ...mail('Hello'), places: ['folder-1'] })
  store.removeUserPlace('folder-1', 'bin')
  expect(store.userPlaces).toEqual([])
  expect([...store.load(id).places]).toEqual(['bin'])
})

test('the owner is known by address, alias and plus-address', () => {
  const store = makeStore()
  expect(
    ['Ann@Example.com', 'team@example.com', 'ann+news@example.com'].map((a) => store.owns(a)),
  ).toEqual([true, true, true])
  expect(store.owns('anna@example.com')).toBe(false)
})
