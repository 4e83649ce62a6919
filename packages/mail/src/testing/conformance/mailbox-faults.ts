import { describe, expect, test } from 'vitest'
import { catchError, type FaultyMailboxHarness } from './faulty-harness.ts'
import { listAllChanges, toRawMessage, toReply } from './mailbox-harness.ts'
import { describeRequests } from './mailbox-requests.ts'
import { describeSeveralFaults } from './mailbox-several-faults.ts'
import { deliverMany } from './mailbox-several.ts'
import type { ProviderMessageId } from '../../mailbox.ts'

/** How adapters behave when the provider fails. Each adapter runs it against its simulator. */
export function describeMailboxFaults(
  name: string,
  createHarness: () => Promise<FaultyMailboxHarness>,
): void {
  const outages = ['server-error', 'cut', 'cut-midway', 'truncated', 'garbage'] as const

  describeSeveralFaults(name, createHarness)
  describeRequests(name, createHarness)

  describe(`${name}: a failing read`, () => {
    test.each(outages)('is retried after %s', async (fault) => {
      const { mailbox, id, fail } = await withMessage(createHarness)
      fail(fault, 'reading')
      expect(await mailbox.loadMessage(id)).toMatchObject({ id })
    })

    test.each(outages)(
      'fails as unavailable if %s persists, without the provider’s text',
      async (fault) => {
        const harness = await withMessage(createHarness)
        const before = harness.countCalls('reading')
        harness.fail(fault, 'reading', 100)
        const error = await catchError(harness.mailbox.loadMessage(harness.id))
        expect(error).toMatchObject({ failure: 'unavailable', mayHaveHappened: false })
        expect(String(error)).toMatch(/^MailError: unavailable: [\w -]+$/)
        expect(harness.countCalls('reading') - before).toBeLessThanOrEqual(4)
        harness.endFaults()
        expect(await harness.mailbox.loadMessage(harness.id)).toMatchObject({ id: harness.id })
      },
    )

    test.each(['silence', { bytesPerSecond: 1 }] as const)(
      'times out after 30 seconds of %j',
      async (fault) => {
        const { mailbox, id, fail, passTime } = await withMessage(createHarness)
        fail(fault, 'reading', 100)
        const [error] = await Promise.all([catchError(mailbox.loadMessage(id)), passTime(31_000)])
        expect(error).toMatchObject({ failure: 'unavailable', detail: 'timeout' })
      },
    )

    test('fails as rate-limited with retryAfterMs if the rate limit persists', async () => {
      const harness = await withMessage(createHarness)
      harness.fail('rate-limit', 'reading', 100)
      const error = await catchError(harness.mailbox.loadMessage(harness.id))
      expect(error).toMatchObject({ failure: 'rate-limited' })
      expect(error.retryAfterMs).toBeGreaterThan(0)
    })

    test('is not retried if a permission is missing', async () => {
      const harness = await withMessage(createHarness)
      const before = harness.countCalls('reading')
      harness.fail('permission-missing', 'reading', 100)
      const error = await catchError(harness.mailbox.loadMessage(harness.id))
      expect(error).toMatchObject({ failure: 'permission-missing' })
      expect(harness.countCalls('reading') - before).toBe(1)
    })

    test('of changes loses none: the same cursor lists them later', async () => {
      const { mailbox, deliver, fail, endFaults } = await createHarness()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const id = await deliver(toRawMessage())
      fail('server-error', 'reading', 100)
      expect(await catchError(mailbox.listChanges(cursor))).toMatchObject({
        failure: 'unavailable',
      })
      endFaults()
      expect(await listAllChanges(mailbox, cursor)).toMatchObject({ arrived: [id] })
    })
  })

  describe(`${name}: a failing write`, () => {
    const faults = ['server-error', 'cut', 'applied-then-500', 'applied-then-cut'] as const

    test.each(faults)('despite %s a message is set aside', async (fault) => {
      const harness = await withMessageSetAside(createHarness)
      const id = await harness.deliver(toRawMessage())
      harness.fail(fault, 'writing')
      await harness.mailbox.move(id, 'set-aside')
      expect(await harness.readState(id)).toEqual({ location: 'set-aside', isRead: true })
    })

    test.each(faults)('despite %s a message returns to the inbox, unread', async (fault) => {
      const harness = await withMessageSetAside(createHarness)
      harness.fail(fault, 'writing')
      await harness.mailbox.move(harness.id, 'inbox')
      expect(await harness.readState(harness.id)).toEqual({ location: 'inbox', isRead: false })
    })

    test.each(faults)('despite %s one label or folder is created, not two', async (fault) => {
      const harness = await withMessage(createHarness)
      harness.fail(fault, 'writing')
      await harness.mailbox.move(harness.id, 'set-aside')
      expect(await harness.readState(harness.id)).toEqual({ location: 'set-aside', isRead: true })
      expect(await harness.countSetAsideFolders()).toBe(1)
    })

    test('fails as unavailable and in doubt if the outage persists', async () => {
      const harness = await withMessageSetAside(createHarness)
      harness.fail('server-error', 'writing', 100)
      expect(await catchError(harness.mailbox.move(harness.id, 'inbox'))).toMatchObject({
        failure: 'unavailable',
        mayHaveHappened: true,
      })
    })
  })

  describe(`${name}: Doorman's label or folder`, () => {
    test('is created once by twenty concurrent moves', async () => {
      const harness = await createHarness()
      const ids = await deliverMany(harness, 20)
      await Promise.all(ids.map((id) => harness.mailbox.move(id, 'set-aside')))
      expect(await harness.countSetAsideFolders()).toBe(1)
      for (const id of ids)
        expect(await harness.readState(id)).toMatchObject({ location: 'set-aside' })
    })

    test('is created again after the user deleted it, and no message counts as moved back', async () => {
      const harness = await withMessageSetAside(createHarness)
      const { cursor } = await harness.mailbox.listInbox({ limit: 1 })
      await harness.deleteSetAsideFolder()
      expect(await listAllChanges(harness.mailbox, cursor)).toMatchObject({
        arrived: [],
        movedBack: [],
      })
      const ids = await deliverMany(harness, 20)
      await Promise.all(ids.map((id) => harness.mailbox.move(id, 'set-aside')))
      expect(await harness.countSetAsideFolders()).toBe(1)
      for (const id of ids)
        expect(await harness.readState(id)).toMatchObject({ location: 'set-aside' })
    })

    test('is not created for a move to the inbox or to junk', async () => {
      const harness = await withMessageSetAside(createHarness)
      const id = await harness.deliver(toRawMessage())
      await harness.deleteSetAsideFolder()
      await harness.mailbox.move(id, 'inbox')
      await harness.mailbox.move(id, 'junk')
      expect(await harness.countSetAsideFolders()).toBe(0)
    })

    test('is created again after the user renamed it', async () => {
      const harness = await withMessageSetAside(createHarness)
      await harness.renameSetAsideFolder()
      const id = await harness.deliver(toRawMessage())
      await harness.mailbox.move(id, 'set-aside')
      expect(await harness.countSetAsideFolders()).toBe(1)
      expect(await harness.readState(id)).toEqual({ location: 'set-aside', isRead: true })
    })
  })

  describe(`${name}: a failing reply`, () => {
    test.each([
      ['server-error', 'unsent'],
      ['cut', 'unsent'],
      ['garbage', 'unsent'],
      ['rate-limit', 'unsent'],
      ['applied-then-500', 'sent'],
      ['applied-then-cut', 'sent'],
    ] as const)('after %s the draft is resolved as %s and not sent again', async (fault, found) => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { id: draft } = await replies.createDraft(reply)
      harness.fail(fault, 'sending', 100)
      const error = await catchError(replies.sendDraft(draft, reply))
      expect(error.mayHaveHappened).toBe(fault !== 'rate-limit')
      harness.endFaults()
      expect(harness.countCalls('sending')).toBe(1)
      expect(await replies.resolveDraft(draft)).toBe(found)
      expect(await harness.listReplies()).toHaveLength(found === 'sent' ? 1 : 0)
      expect(await harness.countDrafts()).toBe(0)
      expect(harness.countCalls('sending')).toBe(1)
    })

    test('is in doubt after 30 seconds without an answer, and is not sent again', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { id: draft } = await replies.createDraft(reply)
      harness.fail('silence', 'sending', 100)
      const [error] = await Promise.all([
        catchError(replies.sendDraft(draft, reply)),
        harness.passTime(31_000),
      ])
      expect(error).toMatchObject({ failure: 'unavailable', mayHaveHappened: true })
      harness.endFaults()
      expect(await replies.resolveDraft(draft)).toBe('unsent')
      expect(await harness.listReplies()).toEqual([])
    })

    test('creates no second draft if the first creation is in doubt', async () => {
      const harness = await createHarness()
      const reply = await toReply(harness)
      harness.fail('applied-then-500', 'writing')
      expect(await catchError(harness.mailbox.replies.createDraft(reply))).toMatchObject({
        mayHaveHappened: true,
      })
      expect(await harness.countDrafts()).toBe(1)
    })

    test('resolveDraft writes nothing for a sent reply', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { id: draft } = await replies.createDraft(reply)
      await replies.sendDraft(draft, reply)
      harness.fail('server-error', 'writing', 100)
      expect(await replies.resolveDraft(draft)).toBe('sent')
    })

    test('resolveDraft succeeds if the answer to the deletion is lost', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const { id: draft } = await replies.createDraft(await toReply(harness))
      harness.fail('applied-then-500', 'writing')
      expect(await replies.resolveDraft(draft)).toBe('unsent')
      expect(await harness.countDrafts()).toBe(0)
    })
  })

  describe(`${name}: tokens`, () => {
    const afterExpiryMs = 2 * 3_600_000

    test('an expired token is refreshed', async () => {
      const harness = await withMessage(createHarness)
      await harness.passTime(afterExpiryMs)
      expect(await harness.mailbox.loadMessage(harness.id)).toMatchObject({ id: harness.id })
      expect(harness.countCalls('refreshing')).toBe(1)
    })

    test('a refused token is refreshed once and the call repeated', async () => {
      const harness = await withMessage(createHarness)
      harness.fail('token-refused', 'reading')
      expect(await harness.mailbox.loadMessage(harness.id)).toMatchObject({ id: harness.id })
      expect(harness.countCalls('refreshing')).toBe(1)
    })

    test('twenty concurrent refusals cause one refresh', async () => {
      const harness = await withMessage(createHarness)
      harness.fail('token-refused', 'reading', 20)
      await Promise.all(Array.from({ length: 20 }, () => harness.mailbox.loadMessage(harness.id)))
      expect(harness.countCalls('refreshing')).toBe(1)
    })

    test('revoked access fails as access-revoked after one refresh', async () => {
      const harness = await withMessage(createHarness)
      await harness.revokeAccess()
      expect(await catchError(harness.mailbox.loadMessage(harness.id))).toMatchObject({
        failure: 'access-revoked',
      })
      expect(harness.countCalls('refreshing')).toBe(1)
    })

    test.each(['rate-limit', 'server-error', 'cut', 'garbage'] as const)(
      '%s at the token endpoint is an outage, not revoked access',
      async (fault) => {
        const harness = await withMessage(createHarness)
        await harness.passTime(afterExpiryMs)
        harness.fail(fault, 'refreshing', 100)
        const { failure } = await catchError(harness.mailbox.loadMessage(harness.id))
        expect(['rate-limited', 'unavailable']).toContain(failure)
        harness.endFaults()
        expect(await harness.mailbox.loadMessage(harness.id)).toMatchObject({ id: harness.id })
      },
    )

    test('a reply that gets no token certainly was not sent', async () => {
      const harness = await createHarness()
      const { replies } = harness.mailbox
      const reply = await toReply(harness)
      const { id: draft } = await replies.createDraft(reply)
      await harness.passTime(afterExpiryMs)
      harness.fail('server-error', 'refreshing', 100)
      expect(await catchError(replies.sendDraft(draft, reply))).toMatchObject({
        mayHaveHappened: false,
      })
      expect(harness.countCalls('sending')).toBe(0)
    })
  })
}

async function withMessage(
  createHarness: () => Promise<FaultyMailboxHarness>,
): Promise<FaultyMailboxHarness & { readonly id: ProviderMessageId }> {
  const harness = await createHarness()
  return { ...harness, id: await harness.deliver(toRawMessage()) }
}

async function withMessageSetAside(
  createHarness: () => Promise<FaultyMailboxHarness>,
): Promise<FaultyMailboxHarness & { readonly id: ProviderMessageId }> {
  const harness = await withMessage(createHarness)
  await harness.mailbox.move(harness.id, 'set-aside')
  return harness
}
