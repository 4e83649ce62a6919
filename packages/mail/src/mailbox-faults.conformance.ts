import type { FaultEffect } from '@doorman/simulators/world/faults'
import { describe, expect, test } from 'vitest'
import { follow, toMail, toReply, type Bench } from './mailbox-bench.conformance.ts'
import { MailError } from './mail-error.ts'
import type { MailId } from './mailbox.ts'

export type Fault =
  | FaultEffect
  /** 401, although the token should be good. */
  | 'token-refused'
  /** We were let in, but not for this. */
  | 'permission-missing'

/** Kinds of calls: `writing` is all that changes something, but for sending and the token. */
export type CallKind = 'reading' | 'writing' | 'sending' | 'refreshing'

/** A bench with a provider behind it that misbehaves on demand. */
export type FaultyBench = Bench & {
  /** The next calls of a kind go wrong; one, unless told. */
  fail(fault: Fault, kind: CallKind, times?: number): void
  heal(): void
  countCalls(kind: CallKind): number
  passTime(ms: number): Promise<void>
  /** The user takes our access away. */
  endAccess(): Promise<void>
  /** Doorman's own labels or folders. */
  countOwnPlaces(): Promise<number>
  deleteOwnPlace(): Promise<void>
  renameOwnPlace(): Promise<void>
}

/** What goes wrong on the way to a provider, and must not go wrong for the user. Every adapter runs this. */
export function describeMailboxFaults(name: string, createBench: () => Promise<FaultyBench>): void {
  const passing = ['server-error', 'cut', 'cut-midway', 'truncated', 'garbage'] as const

  describe(`${name}: trouble with reading`, () => {
    test.each(passing)('F28: %s passes, and nobody notices', async (fault) => {
      const { mailbox, id, fail } = await withMail(createBench)
      fail(fault, 'reading')
      expect(await mailbox.loadMail(id)).toMatchObject({ id })
    })

    test.each(passing)('F28: %s for good is an outage, and says nothing else', async (fault) => {
      const bench = await withMail(createBench)
      const before = bench.countCalls('reading')
      bench.fail(fault, 'reading', 100)
      const error = await catchError(bench.mailbox.loadMail(bench.id))
      expect(error).toMatchObject({ failure: 'unavailable', mayHaveHappened: false })
      expect(String(error)).toMatch(/^MailError: unavailable: [\w -]+$/)
      expect(bench.countCalls('reading') - before).toBeLessThanOrEqual(4)
      bench.heal()
      expect(await bench.mailbox.loadMail(bench.id)).toMatchObject({ id: bench.id })
    })

    test.each(['silence', { bytesPerSecond: 1 }] as const)(
      'F27: %j is cut off after 30 seconds',
      async (fault) => {
        const { mailbox, id, fail, passTime } = await withMail(createBench)
        fail(fault, 'reading', 100)
        const [error] = await Promise.all([catchError(mailbox.loadMail(id)), passTime(31_000)])
        expect(error).toMatchObject({ failure: 'unavailable', detail: 'timeout' })
      },
    )

    test('F25: too much at once is said to be that, with a time to come back', async () => {
      const bench = await withMail(createBench)
      bench.fail('rate-limit', 'reading', 100)
      const error = await catchError(bench.mailbox.loadMail(bench.id))
      expect(error).toMatchObject({ failure: 'rate-limited' })
      expect(error.retryAfterMs).toBeGreaterThan(0)
    })

    test('F25: a permission that is missing is no matter of time', async () => {
      const bench = await withMail(createBench)
      const before = bench.countCalls('reading')
      bench.fail('permission-missing', 'reading', 100)
      const error = await catchError(bench.mailbox.loadMail(bench.id))
      expect(error).toMatchObject({ failure: 'permission-missing' })
      expect(bench.countCalls('reading') - before).toBe(1)
    })

    test('R2: a page that fails loses nothing', async () => {
      const { mailbox, deliver, fail, heal } = await createBench()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const id = await deliver(toMail())
      fail('server-error', 'reading', 100)
      expect(await catchError(mailbox.listChanges(cursor))).toMatchObject({
        failure: 'unavailable',
      })
      heal()
      expect(await follow(mailbox, cursor)).toMatchObject({ arrived: [id] })
    })
  })

  describe(`${name}: trouble with writing`, () => {
    const effects = ['server-error', 'cut', 'applied-then-500', 'applied-then-cut'] as const

    test.each(effects)('F26: %s still sets a mail aside', async (fault) => {
      const bench = await withOwnPlace(createBench)
      const id = await bench.deliver(toMail())
      bench.fail(fault, 'writing')
      await bench.mailbox.move(id, 'set-aside')
      expect(await bench.look(id)).toEqual({ place: 'set-aside', isRead: true })
    })

    test.each(effects)('F26: %s still puts a mail back, unread', async (fault) => {
      const bench = await withOwnPlace(createBench)
      bench.fail(fault, 'writing')
      await bench.mailbox.move(bench.id, 'inbox')
      expect(await bench.look(bench.id)).toEqual({ place: 'inbox', isRead: false })
    })

    test.each(effects)('F30: %s makes one place of ours, not two', async (fault) => {
      const bench = await withMail(createBench)
      bench.fail(fault, 'writing')
      await bench.mailbox.move(bench.id, 'set-aside')
      expect(await bench.look(bench.id)).toEqual({ place: 'set-aside', isRead: true })
      expect(await bench.countOwnPlaces()).toBe(1)
    })

    test('an outage is said to be one, and that it may have happened all the same', async () => {
      const bench = await withOwnPlace(createBench)
      bench.fail('server-error', 'writing', 100)
      expect(await catchError(bench.mailbox.move(bench.id, 'inbox'))).toMatchObject({
        failure: 'unavailable',
        mayHaveHappened: true,
      })
    })
  })

  describe(`${name}: our own place`, () => {
    test('F30: twenty at once make one', async () => {
      const bench = await createBench()
      const ids = await deliverMany(bench, 20)
      await Promise.all(ids.map((id) => bench.mailbox.move(id, 'set-aside')))
      expect(await bench.countOwnPlaces()).toBe(1)
      for (const id of ids) expect(await bench.look(id)).toMatchObject({ place: 'set-aside' })
    })

    test('F30: deleted, it is made again, once, and nothing was taken out', async () => {
      const bench = await withOwnPlace(createBench)
      const { cursor } = await bench.mailbox.listInbox({ limit: 1 })
      await bench.deleteOwnPlace()
      expect(await follow(bench.mailbox, cursor)).toMatchObject({ arrived: [], takenOut: [] })
      const ids = await deliverMany(bench, 20)
      await Promise.all(ids.map((id) => bench.mailbox.move(id, 'set-aside')))
      expect(await bench.countOwnPlaces()).toBe(1)
      for (const id of ids) expect(await bench.look(id)).toMatchObject({ place: 'set-aside' })
    })

    test('F30: deleted, it is not made for a mail that goes back', async () => {
      const bench = await withOwnPlace(createBench)
      const id = await bench.deliver(toMail())
      await bench.deleteOwnPlace()
      await bench.mailbox.move(id, 'inbox')
      await bench.mailbox.move(id, 'junk')
      expect(await bench.countOwnPlaces()).toBe(0)
    })

    test('F30: renamed, it is the user’s, and ours is made anew', async () => {
      const bench = await withOwnPlace(createBench)
      await bench.renameOwnPlace()
      const id = await bench.deliver(toMail())
      await bench.mailbox.move(id, 'set-aside')
      expect(await bench.countOwnPlaces()).toBe(1)
      expect(await bench.look(id)).toEqual({ place: 'set-aside', isRead: true })
    })
  })

  describe(`${name}: trouble with sending`, () => {
    test.each([
      ['server-error', 'unsent'],
      ['cut', 'unsent'],
      ['garbage', 'unsent'],
      ['rate-limit', 'unsent'],
      ['applied-then-500', 'sent'],
      ['applied-then-cut', 'sent'],
    ] as const)(
      'F4: after %s the draft is found %s, and is never sent again',
      async (fault, found) => {
        const bench = await createBench()
        const { replies } = bench.mailbox
        const reply = await toReply(bench)
        const { id: draft } = await replies.draft(reply)
        bench.fail(fault, 'sending', 100)
        const error = await catchError(replies.send(draft, reply))
        expect(error.mayHaveHappened).toBe(fault !== 'rate-limit')
        bench.heal()
        expect(bench.countCalls('sending')).toBe(1)
        expect(await replies.settle(draft)).toBe(found)
        expect(await bench.listReplies()).toHaveLength(found === 'sent' ? 1 : 0)
        expect(await bench.countDrafts()).toBe(0)
        expect(bench.countCalls('sending')).toBe(1)
      },
    )

    test('F4: a silence of 30 seconds is no reason to ask twice', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const reply = await toReply(bench)
      const { id: draft } = await replies.draft(reply)
      bench.fail('silence', 'sending', 100)
      const [error] = await Promise.all([
        catchError(replies.send(draft, reply)),
        bench.passTime(31_000),
      ])
      expect(error).toMatchObject({ failure: 'unavailable', mayHaveHappened: true })
      bench.heal()
      expect(await replies.settle(draft)).toBe('unsent')
      expect(await bench.listReplies()).toEqual([])
    })

    test('F26: a draft whose making went wrong is not made twice', async () => {
      const bench = await createBench()
      const reply = await toReply(bench)
      bench.fail('applied-then-500', 'writing')
      expect(await catchError(bench.mailbox.replies.draft(reply))).toMatchObject({
        mayHaveHappened: true,
      })
      expect(await bench.countDrafts()).toBe(1)
    })

    test('F26: settling what went out touches nothing', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const reply = await toReply(bench)
      const { id: draft } = await replies.draft(reply)
      await replies.send(draft, reply)
      bench.fail('server-error', 'writing', 100)
      expect(await replies.settle(draft)).toBe('sent')
    })

    test('F26: settling survives an answer that got lost', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const { id: draft } = await replies.draft(await toReply(bench))
      bench.fail('applied-then-500', 'writing')
      expect(await replies.settle(draft)).toBe('unsent')
      expect(await bench.countDrafts()).toBe(0)
    })
  })

  describe(`${name}: tokens`, () => {
    const afterExpiryMs = 2 * 3_600_000

    test('a token that has expired is renewed', async () => {
      const bench = await withMail(createBench)
      await bench.passTime(afterExpiryMs)
      expect(await bench.mailbox.loadMail(bench.id)).toMatchObject({ id: bench.id })
      expect(bench.countCalls('refreshing')).toBe(1)
    })

    test('a token that is refused is renewed once, and the call repeated', async () => {
      const bench = await withMail(createBench)
      bench.fail('token-refused', 'reading')
      expect(await bench.mailbox.loadMail(bench.id)).toMatchObject({ id: bench.id })
      expect(bench.countCalls('refreshing')).toBe(1)
    })

    test('F22: twenty refusals at once cause one refresh', async () => {
      const bench = await withMail(createBench)
      bench.fail('token-refused', 'reading', 20)
      await Promise.all(Array.from({ length: 20 }, () => bench.mailbox.loadMail(bench.id)))
      expect(bench.countCalls('refreshing')).toBe(1)
    })

    test('F20: access that was taken away stays away, and is not begged for', async () => {
      const bench = await withMail(createBench)
      await bench.endAccess()
      expect(await catchError(bench.mailbox.loadMail(bench.id))).toMatchObject({
        failure: 'access-revoked',
      })
      expect(bench.countCalls('refreshing')).toBe(1)
    })

    test.each(['rate-limit', 'server-error', 'cut', 'garbage'] as const)(
      'F21: %s at the token endpoint passes, and disconnects nobody',
      async (fault) => {
        const bench = await withMail(createBench)
        await bench.passTime(afterExpiryMs)
        bench.fail(fault, 'refreshing', 100)
        const { failure } = await catchError(bench.mailbox.loadMail(bench.id))
        expect(['rate-limited', 'unavailable']).toContain(failure)
        bench.heal()
        expect(await bench.mailbox.loadMail(bench.id)).toMatchObject({ id: bench.id })
      },
    )

    test('F21: without a token nothing is sent, and that is certain', async () => {
      const bench = await createBench()
      const { replies } = bench.mailbox
      const reply = await toReply(bench)
      const { id: draft } = await replies.draft(reply)
      await bench.passTime(afterExpiryMs)
      bench.fail('server-error', 'refreshing', 100)
      expect(await catchError(replies.send(draft, reply))).toMatchObject({ mayHaveHappened: false })
      expect(bench.countCalls('sending')).toBe(0)
    })
  })
}

async function withMail(
  createBench: () => Promise<FaultyBench>,
): Promise<FaultyBench & { readonly id: MailId }> {
  const bench = await createBench()
  return { ...bench, id: await bench.deliver(toMail()) }
}

/** With a mail set aside. */
async function withOwnPlace(
  createBench: () => Promise<FaultyBench>,
): Promise<FaultyBench & { readonly id: MailId }> {
  const bench = await withMail(createBench)
  await bench.mailbox.move(bench.id, 'set-aside')
  return bench
}

async function deliverMany(bench: FaultyBench, count: number): Promise<readonly MailId[]> {
  const ids: MailId[] = []
  while (ids.length < count) ids.push(await bench.deliver(toMail()))
  return ids
}

async function catchError(call: Promise<unknown>): Promise<MailError> {
  const error: unknown = await call.then(
    () => new Error('It went well'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof MailError) return error
  throw error
}
