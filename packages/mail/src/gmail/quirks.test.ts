import { expect, test } from 'vitest'
import { renewPush, toRawMessage, toReply } from '../testing/conformance/mailbox-harness.ts'
import { createFakeGoogle, push } from '../testing/fake-google.ts'
import { createGmailHarness } from '../testing/gmail-harness.ts'

test('repeats a call that Gmail fails with a temporary 400', async () => {
  const google = createFakeGoogle()
  const { mailbox, deliver } = await createGmailHarness(google)
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  const id = await deliver(toRawMessage())
  google.google.setQuirks({ failedPreconditions: 2 })
  expect(await mailbox.loadMessage(id)).toMatchObject({ id })
  google.google.setQuirks({ failedPreconditions: 2 })
  expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [id] })
  google.google.setQuirks({ failedPreconditions: 2 })
  await mailbox.move(id, 'set-aside')
})

test('a lasting 400 is an outage, and the cursor stays valid', async () => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  google.google.setQuirks({ failedPreconditions: 1000 })
  await expect(mailbox.listChanges(cursor)).rejects.toMatchObject({ failure: 'unavailable' })
  google.google.setQuirks({})
  expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [] })
})

test.each([400, 404])('a cursor that Gmail refuses with %i is lost', async (status) => {
  const google = createFakeGoogle()
  const { mailbox } = await createGmailHarness(google)
  const { cursor } = await mailbox.listInbox({ limit: 1 })
  const reason = status === 400 ? 'badRequest' : 'notFound'
  google.world.faults.push({
    provider: 'google',
    match: ({ url }) => url.includes('/history'),
    effect: { status, body: { error: { errors: [{ reason }] } } },
    times: 1,
  })
  expect(await mailbox.listChanges(cursor)).toBe('cursor-lost')
})

test('an account without Gmail fails as no-mailbox, without a retry', async () => {
  const google = createFakeGoogle()
  const { mailbox, countCalls } = await createGmailHarness(google)
  google.google.removeMailbox(google.store)
  await expect(mailbox.listInbox({ limit: 1 })).rejects.toMatchObject({ failure: 'no-mailbox' })
  await expect(mailbox.listOwnAddresses()).rejects.toMatchObject({ failure: 'no-mailbox' })
  expect(countCalls('reading')).toBe(2)
})

test('after a change of the topic, a renewal moves push to the new one', async () => {
  const google = createFakeGoogle()
  const { mailbox, deliver, passTime } = await createGmailHarness(google)
  await renewPush(mailbox)
  const other = { ...push, topic: 'projects/doorman/topics/other' }
  google.google.replacePush(other)
  const moved = await createGmailHarness(google, other.topic)
  expect(await renewPush(moved.mailbox)).toMatchObject({ id: other.topic })
  expect(google.world.record.watchEnds).toHaveLength(1)
  await deliver(toRawMessage())
  await passTime(1)
  expect(google.world.record.notifications).toHaveLength(1)
  // The next renewal finds its own watch and stops nothing.
  await renewPush(moved.mailbox)
  expect(google.world.record.watchEnds).toHaveLength(1)
})

test('without a topic push is turned off, and a watch from before can still be stopped', async () => {
  const google = createFakeGoogle()
  await renewPush((await createGmailHarness(google)).mailbox)
  const { mailbox } = await createGmailHarness(google, null)
  expect(mailbox.push.renew).toBeNull()
  await mailbox.push.stop(null)
  expect(google.world.record.watchEnds).toHaveLength(1)
})

test.each([true, false])('reads names and subjects with decodedHeaders %s', async (isDecoded) => {
  const google = createFakeGoogle({ quirks: { decodedHeaders: isDecoded } })
  const { mailbox, deliver } = await createGmailHarness(google)
  const id = await deliver(
    toRawMessage({
      from: '=?utf-8?B?RMO2ZSwgIkpvaG4i?= <john@x.com>',
      subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      headers: ['Cc: =?utf-8?Q?Bo_=3Cbo=40y.com=3E?= <spy@y.com>, ann@example.com'],
    }),
  )
  const { message } = await mailbox.loadMessage(id)
  expect(message).toMatchObject({
    from: { name: 'Döe, "John"', address: 'john@x.com' },
    subject: 'Grüße',
    cc: [
      { name: 'Bo <bo@y.com>', address: 'spy@y.com' },
      { name: '', address: 'ann@example.com' },
    ],
  })
})

const aliases = [
  { sendAsEmail: 'Sales@own.test', displayName: 'Ann at Sales', verificationStatus: 'accepted' },
  { sendAsEmail: 'plain@own.test', displayName: '', verificationStatus: 'accepted' },
  {
    sendAsEmail: 'evil@own.test',
    displayName: 'A\r\nBcc: x@y.z\0"',
    verificationStatus: 'accepted',
  },
  { sendAsEmail: 'new@own.test', displayName: 'Ann', verificationStatus: 'pending' },
  {},
]

test.each([
  ['ann@own.test', 'Ann <ann@own.test>'],
  ['sales@own.test', 'Ann at Sales <sales@own.test>'],
  ['plain@own.test', 'Ann <plain@own.test>'],
  ['evil@own.test', '"A Bcc: x@y.z \\"" <evil@own.test>'],
])('a reply from %s goes out as %s', async (from, header) => {
  const google = createFakeGoogle()
  google.google.setAliases(google.store, aliases)
  const harness = await createGmailHarness(google)
  const { replies } = harness.mailbox
  const reply = { ...(await toReply(harness)), from }
  await replies.sendDraft((await replies.createDraft(reply)).id, reply)
  const [sent] = google.store.list('sent')
  expect(sent?.headers.findAll('from')).toEqual([header])
  expect(sent?.headers.find('bcc')).toBeNull()
})

test.each(['new@own.test', 'boss@own.test', 'ann@own.test.evil', ''])(
  'a reply from %j, which the user may not send from, is never drafted',
  async (from) => {
    const google = createFakeGoogle()
    google.google.setAliases(google.store, aliases)
    const harness = await createGmailHarness(google)
    const reply = { ...(await toReply(harness)), from }
    await expect(harness.mailbox.replies.createDraft(reply)).rejects.toMatchObject({
      failure: 'refused',
      mayHaveHappened: false,
    })
    expect(google.world.record.drafts).toEqual([])
  },
)

test('own addresses are those that the user may send from', async () => {
  const google = createFakeGoogle()
  google.google.setAliases(google.store, aliases)
  const { mailbox } = await createGmailHarness(google)
  expect(await mailbox.listOwnAddresses()).toEqual([
    'ann@own.test',
    'sales@own.test',
    'plain@own.test',
    'evil@own.test',
  ])
})
