import { describe, expect, test } from 'vitest'
import type { FaultyMailboxHarness } from './faulty-harness.ts'
import { listAllChanges, toRawMessage } from './mailbox-harness.ts'

/** How many requests a call takes. They are most of what a message costs. */
export function describeRequests(
  name: string,
  createHarness: () => Promise<FaultyMailboxHarness>,
): void {
  /** A mailbox whose folders are cached and in which a message is set aside. */
  async function setUp() {
    const harness = await createHarness()
    const id = await harness.deliver(toRawMessage())
    await harness.mailbox.loadMessages([id])
    await harness.mailbox.moveMessages([id], 'set-aside')
    const { cursor } = await harness.mailbox.listInbox({ limit: 10 })
    const changes = await listAllChanges(harness.mailbox, cursor)
    const count = () => harness.countCalls('reading') + harness.countCalls('writing')
    const before = count()
    return { ...harness, cursor: changes.cursor, countRequests: () => count() - before }
  }

  describe(`${name}: requests`, () => {
    test('a check that finds nothing takes one', async () => {
      const { mailbox, cursor, countRequests } = await setUp()
      expect(await mailbox.listChanges(cursor)).toMatchObject({ arrived: [], sent: [] })
      expect(countRequests()).toBe(1)
    })

    test('a message that arrives alone takes two: one finds it, one loads it', async () => {
      const { mailbox, cursor, deliver, countRequests } = await setUp()
      await deliver(toRawMessage())
      const { arrived } = await listAllChanges(mailbox, cursor)
      expect(arrived).toHaveLength(1)
      expect((await mailbox.loadMessages(arrived)).size).toBe(1)
      expect(countRequests()).toBe(2)
    })

    test('twenty messages that arrive together take two', async () => {
      const { mailbox, cursor, deliver, countRequests } = await setUp()
      for (let count = 0; count < 20; count++) await deliver(toRawMessage())
      const { arrived } = await listAllChanges(mailbox, cursor)
      expect((await mailbox.loadMessages(arrived)).size).toBe(20)
      expect(countRequests()).toBe(2)
    })

    test('to locate a message and set it aside takes four or fewer', async () => {
      const { mailbox, deliver, countRequests } = await setUp()
      const id = await deliver(toRawMessage())
      await mailbox.locateMessages([id])
      await mailbox.moveMessages([id], 'set-aside')
      expect(countRequests()).toBeLessThanOrEqual(4)
    })
  })
}
