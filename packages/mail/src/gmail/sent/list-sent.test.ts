import { expect, test } from 'vitest'
import type { Cursor, Mailbox, SentCursor, SentMessage } from '../../mailbox.ts'
import { listAllChanges, toRawMessage, toReply } from '../../testing/conformance/mailbox-harness.ts'
import { createFakeGoogle, type FakeGoogle } from '../../testing/fake-google.ts'
import { createGmailHarness, slowDown } from '../../testing/gmail-harness.ts'

test('lists pages of messages, newest first, and misses none', async () => {
  const google = createFakeGoogle()
  const { mailbox, passTime } = await createGmailHarness(google)
  const ids: string[] = []
  for (let count = 0; count < 120; count++) {
    ids.unshift(addSent(google, { to: `friend-${count}@example.com` }))
    await passTime(count % 3 === 0 ? 0 : 400)
  }
  const { messages, pages } = await listAllSent(mailbox)
  expect([...new Set(messages.map(({ id }) => id))]).toEqual(ids)
  expect(pages).toBe(3)
  expect(google.world.record.requests.filter(({ status }) => status === 429)).toEqual([])
})

test('lists a reply that Doorman sent with its claim and the Message-ID under which it went out', async () => {
  const harness = await createGmailHarness(
    createFakeGoogle({ quirks: { replacedMessageIds: true } }),
  )
  const { replies } = harness.mailbox
  const reply = await toReply(harness)
  const { cursor } = await harness.mailbox.listInbox({ limit: 10 })
  const { rfcMessageId } = await replies.sendDraft((await replies.createDraft(reply)).id, reply)
  const sent = [{ claimId: reply.claimId, rfcMessageId }]
  expect((await listAllSent(harness.mailbox)).messages).toMatchObject(sent)
  expect(await listAllChanges(harness.mailbox, cursor)).toMatchObject({ sent })
  expect(rfcMessageId).not.toContain(reply.claimId)
})

test('continues after the newest 500 messages if more were sent in one second', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  for (let count = 0; count < 560; count++) addSent(google, {})
  const second = Math.floor(google.clock.now().getTime() / 1000)
  const { messages, next } = await mailbox.listSent(`${second + 1}+450` as SentCursor)
  expect(messages).toHaveLength(50)
  expect(next).toBe(`${second}+0`)
})

test('continues after a page whose messages no longer exist', async () => {
  const google = createFakeGoogle()
  const { mailbox, passTime } = await createGmailHarness(google)
  const oldest = addSent(google, {})
  await passTime(60_000)
  for (let count = 0; count < 50; count++) addSent(google, { to: 'vanishing@example.com' })
  google.world.faults.push({
    provider: 'google',
    match: ({ url }) => url.includes('/messages/'),
    times: 50,
    effect: { status: 404, body: { error: { errors: [{ reason: 'notFound' }] } } },
  })
  const { messages } = await listAllSent(mailbox)
  expect(messages.map(({ id }) => String(id))).toContain(oldest)
})

test('a slow page ends early, and the next one continues there', async () => {
  const google = createFakeGoogle()
  for (let count = 0; count < 50; count++) {
    addSent(google, {})
    await google.virtualClock.advance(2000)
  }
  const { mailbox } = await createGmailHarness(slowDown(google, 6000))
  const { messages, pages } = await listAllSent(mailbox)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(50)
  expect(pages).toBeGreaterThan(1)
})

test('ends at a message that claims to be from 1970', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  const raw = toRawMessage({ from: google.store.address })
  for (let count = 0; count < 51; count++)
    google.store.add({ raw, folders: ['sent'], receivedAt: new Date(count * 1000) })
  const { messages, next } = await mailbox.listSent(null)
  expect([messages.length, next]).toEqual([50, null])
})

test('an old message among new ones does not end the list before the others', async () => {
  const google = createFakeGoogle()
  const { mailbox, passTime } = await createGmailHarness(google)
  const ids: string[] = []
  for (let count = 0; count < 70; count++) {
    ids.push(addSent(google, {}))
    await passTime(2000)
  }
  // Gmail lists it in the middle of the first page, although its date is years back.
  const odd = { id: ids[50] ?? '', internalDate: String(new Date('2019-01-01').getTime()) }
  google.world.faults.push({
    provider: 'google',
    match: ({ url }) => url.includes(`/messages/${odd.id}?`),
    times: 1,
    effect: { status: 200, body: { ...odd, payload: { headers: [] } } },
  })
  const { messages } = await listAllSent(mailbox)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(70)
})

test('names everyone in To, Cc and Bcc once, in lower case', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  const id = addSent(google, {
    to: 'Doe, John <John@Example.COM>, Team: bo@example.org, bo@example.org;',
    headers: ['Cc: pat@bücher.test', 'Bcc: eve@example.net', 'Message-ID: <1@own.test>'],
  })
  expect(await mailbox.listSent(null)).toEqual({
    messages: [
      {
        id,
        rfcMessageId: '<1@own.test>',
        sentAt: google.clock.now(),
        recipients: [
          'john@example.com',
          'bo@example.org',
          'pat@xn--bcher-kva.test',
          'eve@example.net',
        ],
        claimId: null,
      },
    ],
    next: null,
  })
})

test.each(['', 'nonsense', '1+1+1', '-5+0', '5+0', '99999999999999999999+0'])(
  'the unreadable cursor %j starts over',
  async (cursor) => {
    const google = createFakeGoogle()
    const { mailbox } = await createGmailHarness(google)
    const id = addSent(google, {})
    expect(await mailbox.listSent(cursor as SentCursor)).toMatchObject({ messages: [{ id }] })
  },
)

test('counts the sent messages in one cheap call', async () => {
  const google = createFakeGoogle()
  const { mailbox, deliver } = await createGmailHarness(google)
  await deliver(toRawMessage())
  for (let count = 0; count < 3; count++) addSent(google, {})
  expect(await mailbox.countSent()).toBe(3)
  expect(google.world.record.unitsSpent('ann@own.test')).toBe(1)
})

test('more sent messages than one call can load are listed again', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  for (let count = 0; count < 50; count++) addSent(google, {})
  expect((await listAllChanges(mailbox, cursor)).sent).toHaveLength(50)
  addSent(google, {})
  expect((await listAllChanges(mailbox, cursor)).sent).toBe('list-again')
})

test('sent messages that Gmail is too slow to load are listed again', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(slowDown(google, 8000))
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  for (let count = 0; count < 40; count++) addSent(google, {})
  expect((await listAllChanges(mailbox, cursor)).sent).toBe('list-again')
})

test('after a sync by an earlier version, which skips sent messages, they are listed again', async () => {
  const google = createFakeGoogle()
  const { mailbox, deliver } = await createGmailHarness(google)
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  // An earlier version takes only digits for a cursor. It scans again instead of reading on here.
  expect(cursor).toMatch(/^\d+s$/)
  const id = await deliver(toRawMessage())
  addSent(google, {})
  const old = cursor.slice(0, -1) as Cursor
  const changes = await listAllChanges(mailbox, old)
  expect(changes).toMatchObject({ arrived: [id], sent: 'list-again' })
  addSent(google, { headers: ['Message-ID: <2@own.test>'] })
  expect(await listAllChanges(mailbox, changes.cursor)).toMatchObject({
    sent: [{ rfcMessageId: '<2@own.test>' }],
  })
})

test('a new label on an old sent message is not a sent message', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  const id = addSent(google, {})
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  google.store.update(id, { marks: new Set(['STARRED']) })
  expect((await listAllChanges(mailbox, cursor)).sent).toEqual([])
})

function addSent(
  { store }: FakeGoogle,
  { to = 'friend@example.com', headers = [] }: { to?: string; headers?: readonly string[] },
): string {
  const raw = toRawMessage({ from: store.address, headers })
  const addressed = raw.toString().replace(/^To: .*$/m, `To: ${to}`)
  return store.add({ raw: Buffer.from(addressed), folders: ['sent'], isRead: true }).id
}

async function listAllSent(mailbox: Mailbox): Promise<{ messages: SentMessage[]; pages: number }> {
  const messages: SentMessage[] = []
  let cursor: SentCursor | null = null
  for (let pages = 1; ; pages++) {
    const page = await mailbox.listSent(cursor)
    messages.push(...page.messages)
    if (page.next === null) return { messages, pages }
    expect(page.next).not.toBe(cursor)
    cursor = page.next
  }
}
