import { describe, expect, test } from 'vitest'
import { catchError, type FaultyMailboxHarness } from './faulty-harness.ts'
import { toRawMessage } from './mailbox-harness.ts'
import { deliverMany, deliverThree } from './mailbox-several.ts'

/** `loadMessages` and `moveMessages` when the provider fails. A fault hits a request or one of its parts. */
export function describeSeveralFaults(
  name: string,
  createHarness: () => Promise<FaultyMailboxHarness>,
): void {
  const faults = ['server-error', 'cut', 'cut-midway', 'truncated', 'garbage'] as const

  describe(`${name}: loadMessages with faults`, () => {
    test.each(faults)('loads all despite %s of the request or of a part', async (fault) => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      for (const skip of [0, 1, 2]) {
        harness.fail(fault, 'reading', 1, skip)
        const loaded = await harness.mailbox.loadMessages(ids)
        harness.endFaults()
        for (const id of ids) expect(loaded.get(id)).toMatchObject({ id })
      }
    })

    test('twenty messages take one request', async () => {
      const harness = await createHarness()
      const ids = await deliverMany(harness, 20)
      // The first call may have to look up folders.
      await harness.mailbox.loadMessages(ids)
      const before = harness.countCalls('reading')
      await harness.mailbox.loadMessages(ids)
      expect(harness.countCalls('reading') - before).toBe(1)
    })

    test.each(['server-error', 'garbage', 'rate-limit'] as const)(
      'one message that always ends in %s does not keep the others from being loaded',
      async (fault) => {
        const harness = await createHarness()
        const ids = await deliverThree(harness)
        const [first, second, third] = ids
        harness.failFor(second, fault)
        const loaded = await harness.mailbox.loadMessages(ids)
        for (const id of [first, third]) expect(loaded.get(id)).toMatchObject({ id })
        expect(loaded.get(second)).toMatchObject({
          failure: fault === 'rate-limit' ? 'rate-limited' : 'unavailable',
        })
      },
    )

    test('fails as rate-limited if the rate limit persists for all', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      harness.fail('rate-limit', 'reading', 100)
      const error = await catchError(harness.mailbox.loadMessages(ids))
      expect(error).toMatchObject({ failure: 'rate-limited', mayHaveHappened: false })
      expect(error.retryAfterMs).toBeGreaterThan(0)
    })

    test.each(faults)('fails as unavailable if %s persists', async (fault) => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      harness.fail(fault, 'reading', 100)
      const error = await catchError(harness.mailbox.loadMessages(ids))
      expect(error).toMatchObject({ failure: 'unavailable', mayHaveHappened: false })
      expect(String(error)).toMatch(/^MailError: unavailable: [\w -]+$/)
    })

    test.each(['silence', { bytesPerSecond: 1 }] as const)('times out after %j', async (fault) => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      harness.fail(fault, 'reading', 100)
      const [error] = await Promise.all([
        catchError(harness.mailbox.loadMessages(ids)),
        harness.passTime(31_000),
      ])
      expect(error).toMatchObject({ failure: 'unavailable', detail: 'timeout' })
    })

    test('a part whose token is refused leads to one refresh, and all are loaded', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      harness.fail('token-refused', 'reading', 1, 2)
      const loaded = await harness.mailbox.loadMessages(ids)
      for (const id of ids) expect(loaded.get(id)).toMatchObject({ id })
      expect(harness.countCalls('refreshing')).toBe(1)
    })

    test('a missing permission fails the whole call', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      harness.fail('permission-missing', 'reading', 100, 1)
      const error = await catchError(harness.mailbox.loadMessages(ids))
      expect(error).toMatchObject({ failure: 'permission-missing' })
    })

    test('revoked access fails the whole call', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      await harness.revokeAccess()
      const error = await catchError(harness.mailbox.loadMessages(ids))
      expect(error).toMatchObject({ failure: 'access-revoked' })
    })
  })

  describe(`${name}: moveMessages with faults`, () => {
    const writeFaults = [
      'server-error',
      'cut',
      'garbage',
      'rate-limit',
      'applied-then-500',
      'applied-then-cut',
    ] as const

    test.each(writeFaults)('moves all despite %s of any call', async (fault) => {
      const harness = await createHarness()
      await harness.mailbox.move(await harness.deliver(toRawMessage()), 'set-aside')
      for (const skip of [0, 1, 2, 3, 4]) {
        const ids = await deliverThree(harness)
        harness.fail(fault, 'writing', 1, skip)
        expect(await harness.mailbox.moveMessages(ids, 'set-aside')).toEqual(new Map())
        harness.endFaults()
        for (const id of ids)
          expect(await harness.readState(id)).toEqual({ location: 'set-aside', isRead: true })
      }
      expect(await harness.countSetAsideFolders()).toBe(1)
    })

    test('fails as unavailable if the outage persists', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      await harness.mailbox.moveMessages(ids, 'set-aside')
      harness.fail('server-error', 'writing', 100)
      expect(await catchError(harness.mailbox.moveMessages(ids, 'inbox'))).toMatchObject({
        failure: 'unavailable',
        mayHaveHappened: true,
      })
    })

    test('creates Doorman’s label or folder again after the user deleted it', async () => {
      const harness = await createHarness()
      await harness.mailbox.moveMessages(await deliverThree(harness), 'set-aside')
      await harness.deleteSetAsideFolder()
      const ids = await deliverThree(harness)
      expect(await harness.mailbox.moveMessages(ids, 'set-aside')).toEqual(new Map())
      for (const id of ids)
        expect(await harness.readState(id)).toEqual({ location: 'set-aside', isRead: true })
      expect(await harness.countSetAsideFolders()).toBe(1)
    })

    test('creates no label or folder for messages that are gone, or for other places', async () => {
      const harness = await createHarness()
      const ids = await deliverThree(harness)
      await harness.mailbox.moveMessages(ids, 'junk')
      await harness.mailbox.moveMessages(ids, 'inbox')
      expect(await harness.countSetAsideFolders()).toBe(0)
    })

    test('nineteen messages take three requests or fewer', async () => {
      const harness = await createHarness()
      await harness.mailbox.move(await harness.deliver(toRawMessage()), 'set-aside')
      const ids = await deliverMany(harness, 19)
      const countCalls = () => harness.countCalls('reading') + harness.countCalls('writing')
      const before = countCalls()
      await harness.mailbox.moveMessages(ids, 'set-aside')
      expect(countCalls() - before).toBeLessThanOrEqual(3)
    })
  })
}
