import { productName } from '@doorman/domain/brand'
import { expect, test } from 'vitest'
import type { ProviderMessageId } from '../mailbox.ts'
import { toRawMessage } from '../testing/conformance/mailbox-harness.ts'
import { createFakeGoogle } from '../testing/fake-google.ts'
import { createGmailHarness, slowDown } from '../testing/gmail-harness.ts'

test('messages that are still set aside cost three calls, however many they are', async () => {
  const google = createFakeGoogle()
  const { mailbox, deliver, countCalls, moveAsUser } = await createGmailHarness(google)
  const first = await deliver(toRawMessage())
  await mailbox.move(first, 'set-aside')
  const ids = [first]
  for (let count = 0; count < 99; count++) {
    const id = await deliver(toRawMessage())
    await moveAsUser(id, 'set-aside')
    ids.push(id)
  }
  const before = countCalls('reading')
  const locations = await mailbox.locateMessages(ids)
  expect([...locations]).toEqual(ids.map((id) => [id, 'set-aside']))
  expect(countCalls('reading') - before).toBe(3)
})

test('a message in the inbox that also has our label is in the inbox', async () => {
  const google = createFakeGoogle()
  const { mailbox, deliver } = await createGmailHarness(google)
  const id = await deliver(toRawMessage())
  await mailbox.move(id, 'set-aside')
  const label = google.store.userFolders.find(({ name }) => name === productName)?.id ?? ''
  google.store.update(id, { folders: new Set([label, 'inbox']) })
  expect(await mailbox.locateMessages([id])).toEqual(new Map([[id, 'inbox']]))
  const many = [id]
  while (many.length < 30) many.push(await deliver(toRawMessage()))
  expect((await mailbox.locateMessages(many)).get(id)).toBe('inbox')
})

test('twenty messages take one request if none of them has a label of the user’s', async () => {
  const { mailbox, deliver, countCalls } = await createGmailHarness(createFakeGoogle())
  const ids = []
  while (ids.length < 20) ids.push(await deliver(toRawMessage()))
  const before = countCalls('reading')
  expect(new Set((await mailbox.locateMessages(ids)).values())).toEqual(new Set(['inbox']))
  expect(countCalls('reading') - before).toBe(1)
})

test('locates 100 messages at a slow Gmail within one call', async () => {
  const google = createFakeGoogle()
  const ids = Array.from({ length: 100 }, () => google.store.add({ raw: toRawMessage() }).id)
  const { mailbox } = await createGmailHarness(slowDown(google, 200))
  const locations = await mailbox.locateMessages(ids as ProviderMessageId[])
  expect(new Set(locations.values())).toEqual(new Set(['inbox']))
})

test('makes no call for an empty list', async () => {
  const { mailbox, countCalls } = await createGmailHarness(createFakeGoogle())
  expect(await mailbox.locateMessages([])).toEqual(new Map())
  expect(countCalls('reading')).toBe(0)
})
