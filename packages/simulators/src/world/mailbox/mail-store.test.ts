import { expect, test } from 'vitest'
import { VirtualClock } from '../clock.ts'
import { compose } from '../message/compose.ts'
import { createRandom } from '../random.ts'
import { MailStore } from './mail-store.ts'
import type { Change } from './stored-message.ts'

const clock = new VirtualClock(new Date('2026-11-15T12:00:00Z'))
const owner = {
  provider: 'google',
  address: 'ann@example.com',
  name: 'Ann',
  aliases: ['team@example.com'],
  subject: '1',
} as const

const makeStore = (firstChangeId = 1n) =>
  new MailStore(owner, { clock, random: createRandom(1), firstChangeId })

let made = 0
const newMessage = (subject: string, headers: Record<string, string> = {}) => ({
  raw: compose({
    from: 'jo@vendor.test',
    to: 'ann@example.com',
    subject,
    text: 'Hello',
    date: clock.now(),
    rfcMessageId: `<${++made}@vendor.test>`,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  }),
})

test('messages are listed newest first, whatever the order of their arrival', () => {
  const store = makeStore()
  const [second, first, third] = [2, 1, 3].map((hour) =>
    store.add({ ...newMessage(`${hour}`), receivedAt: new Date(Date.UTC(2026, 10, 15, hour)) }),
  )
  store.add({ ...newMessage('sent'), folders: ['sent'] })
  expect([...store.list('inbox')].map(({ id }) => id)).toEqual([third?.id, second?.id, first?.id])
})

test('every change has a higher id and contains the state before and after', () => {
  const store = makeStore(2n ** 63n)
  const { id, changeId: start } = store.add(newMessage('Hello'))
  const seen: Change[] = []
  store.onChange((change) => seen.push(change))
  store.update(id, { isRead: true })
  store.move(id, 'bin')
  store.remove(id)
  expect(store.changesAfter(start)).toEqual(seen)
  expect(seen.map(({ before, after }) => [before?.isRead, after && [...after.folders]])).toEqual([
    [false, ['inbox']],
    [true, ['bin']],
    [true, null],
  ])
  expect(start > 2n ** 63n).toBe(true)
  expect(seen.every((change, index) => change.id > (seen[index - 1]?.id ?? start))).toBe(true)
})

test('an update to the current state is not logged', () => {
  const store = makeStore()
  const { id, changeId } = store.add(newMessage('Hello'))
  store.update(id, { isRead: false, folders: new Set(['inbox']) })
  expect(store.newestChangeId).toBe(changeId)
})

test('a forgotten or unknown position is lost; the newest position is not', () => {
  const store = makeStore()
  const first = store.add(newMessage('one')).changeId
  const last = store.add(newMessage('two')).changeId
  store.forgetChanges()
  expect(store.changesAfter(first)).toBe('lost')
  expect(store.changesAfter(last + 1n)).toBe('lost')
  expect(store.changesAfter(last)).toEqual([])
})

test('a message joins a thread only when both Message-ID and subject match', () => {
  const store = makeStore()
  const question = store.add(newMessage('Question'))
  const refers = { References: question.headers.find('message-id') ?? '' }
  expect(store.add(newMessage('Re: Question', refers)).threadId).toBe(question.threadId)
  expect(store.add(newMessage('Re: Something else', refers)).threadId).not.toBe(question.threadId)
  expect(store.add(newMessage('Re: Question')).threadId).not.toBe(question.threadId)
})

test('deleting a folder moves its messages to the fallback folder', () => {
  const store = makeStore()
  store.putUserFolder({ id: 'folder-1', name: 'Doorman' })
  const { id } = store.add({ ...newMessage('Hello'), folders: ['folder-1'] })
  store.removeUserFolder('folder-1', 'bin')
  expect(store.userFolders).toEqual([])
  expect([...store.load(id).folders]).toEqual(['bin'])
})

test('the owner owns the address, its aliases and its plus-addresses', () => {
  const store = makeStore()
  expect(
    ['Ann@Example.com', 'team@example.com', 'ann+news@example.com'].map((a) => store.owns(a)),
  ).toEqual([true, true, true])
  expect(store.owns('anna@example.com')).toBe(false)
})
