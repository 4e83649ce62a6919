import { mailboxes } from '@doorman/db/schema'
import { dayMs, hourMs } from '@doorman/domain/time'
import type { ProviderMessageId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../../testing/fake-pipeline.ts'
import { actorOf } from '../../testing/fake-filtered-emails.ts'
import { takeAction } from '../../user-actions/take-action.ts'
import { moveObserved } from '../move-observed.ts'
import { dismissFirstScan } from './dismiss-first-scan.ts'
import { listFirstScans } from './list-first-scans.ts'
import { undoFirstScan } from './undo-first-scan.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync, runJobsUntilIdle } = world
beforeEach(() => {
  world.classifier.classify = async ({ subject }) =>
    subject === 'ordinary'
      ? ordinary
      : { ...cold, category: subject === 'job' ? 'recruiter' : 'sales' }
})
const ordinary = world.classifier.verdict
world.judgeAll('cold')
const cold = world.classifier.verdict

const change = ({ id }: FakeInbox, values: Partial<typeof mailboxes.$inferInsert>) =>
  ctx.db.update(mailboxes).set(values).where(eq(mailboxes.id, id))

/**
 * A mailbox that was connected just now. Its inbox has a newsletter-like email from ten days ago and
 * cold ones from the days since.
 */
async function newScanned({
  isObserveOnly = false,
  of,
}: { isObserveOnly?: boolean; of?: FakeInbox } = {}) {
  const ann = await newInbox({ ...(of && { of }) })
  await change(ann, { createdAt: ctx.now(), isObserveOnly })
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  ann.receive({ from: 'kim@kept.example', subject: 'ordinary', receivedAt: daysAgo(10) })
  const cold = [
    ann.receive({ from: 'a@one.example', receivedAt: daysAgo(8) }),
    ann.receive({ from: 'b@one.example', subject: 'job', receivedAt: daysAgo(4) }),
    ann.receive({ from: 'c@two.example', receivedAt: daysAgo(1) }),
  ] as const
  await sync(ann)
  return { ann, cold }
}

const list = (inbox: FakeInbox) => listFirstScans(ctx, actorOf(inbox))
const undo = (inbox: FakeInbox, observeOnly?: boolean, of: FakeInbox = inbox) =>
  undoFirstScan(ctx, actorOf(inbox), { mailboxId: of.id, observeOnly })
const idOf = async (inbox: FakeInbox, message: ProviderMessageId) => {
  const found = (await inbox.decisions()).find((one) => one.providerMessageId === message)
  if (!found) throw new Error('It was not decided')
  return found.id
}
const later = (ann: FakeInbox) => {
  world.advance(hourMs)
  return ann.receive({ from: 'new@late.example', receivedAt: ctx.now() })
}

describe('the summary', () => {
  test('says what the scan moved, by kind and sender, and the minutes that a month of it costs', async () => {
    const { ann } = await newScanned()
    expect(await list(ann)).toEqual([
      {
        mailboxId: ann.id,
        address: ann.address,
        provider: 'gmail',
        isObserveOnly: false,
        scanned: 4,
        moved: 3,
        wouldMove: 0,
        kinds: [
          { kind: 'sales', count: 2 },
          { kind: 'recruiter', count: 1 },
        ],
        senders: [
          { domain: 'one.example', count: 2 },
          { domain: 'two.example', count: 1 },
        ],
        // Three in ten days are nine a month, a quarter of a minute each.
        minutesPerMonth: 2,
      },
    ])
  })

  test('of an observe-only mailbox says what it would have moved', async () => {
    const { ann, cold } = await newScanned({ isObserveOnly: true })
    expect(await list(ann)).toMatchObject([
      { isObserveOnly: true, moved: 0, wouldMove: 3, senders: [{ count: 2 }, { count: 1 }] },
    ])
    await takeAction(ctx, actorOf(ann), { ids: [await idOf(ann, cold[0])], action: 'restore' })
    expect(await list(ann)).toMatchObject([{ moved: 0, wouldMove: 2 }])
    await moveObserved(ctx, actorOf(ann), { mailboxId: ann.id })
    expect(await list(ann)).toMatchObject([{ moved: 2, wouldMove: 0 }])
  })

  test('does not count what is back in the inbox, or what came later', async () => {
    const { ann, cold } = await newScanned()
    later(ann)
    await sync(ann)
    const ids = [await idOf(ann, cold[0])]
    await takeAction(ctx, actorOf(ann), { ids, action: 'restore' })
    expect(await list(ann)).toMatchObject([{ scanned: 4, moved: 2 }])
  })

  test('comes when the scan has ended', async () => {
    const { ann } = await newScanned()
    await change(ann, { syncStatus: 'syncing', syncProgress: 2 })
    expect(await list(ann)).toEqual([])
  })

  test('is not shown for an empty inbox', async () => {
    const ann = await newInbox()
    await sync(ann)
    expect(await list(ann)).toEqual([])
  })

  test('estimates no minutes per month if the scan covers less than a day', async () => {
    const ann = await newInbox()
    await change(ann, { createdAt: ctx.now() })
    ann.receive({ receivedAt: new Date(ctx.now().getTime() - hourMs) })
    await sync(ann)
    expect(await list(ann)).toMatchObject([{ moved: 1, minutesPerMonth: null }])
  })

  test('is shown until it is dismissed, separately for each mailbox', async () => {
    const { ann } = await newScanned()
    const { ann: second } = await newScanned({ of: ann })
    const { ann: bob } = await newScanned()
    const dismiss = () => dismissFirstScan(ctx, actorOf(ann), { mailboxId: ann.id })
    await dismiss()
    const { firstScanDismissedAt } = await ann.row()
    world.advance(hourMs)
    await dismiss()
    expect((await ann.row()).firstScanDismissedAt).toEqual(firstScanDismissedAt)
    expect(await list(ann)).toMatchObject([{ mailboxId: second.id }])
    expect(await list(bob)).toMatchObject([{ mailboxId: bob.id }])
  })

  test('of another user can’t be dismissed', async () => {
    const [{ ann }, { ann: bob }] = [await newScanned(), await newScanned()]
    await expect(dismissFirstScan(ctx, actorOf(ann), { mailboxId: bob.id })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await list(bob)).toHaveLength(1)
  })
})

describe('an undo', () => {
  test('puts back what the scan moved, without trusting anyone, and nothing that came later', async () => {
    const { ann, cold } = await newScanned()
    const kept = ann.inbox()
    const late = later(ann)
    await sync(ann)
    const ids = await undo(ann)
    await runJobsUntilIdle()
    const putBack = await Promise.all(cold.map((one) => idOf(ann, one)))
    expect(ids.toSorted()).toEqual(putBack.toSorted())
    expect(new Set(ann.inbox())).toEqual(new Set([...kept, ...cold]))
    expect(ann.box.messages.get(late)?.location).toBe('set-aside')
    expect(await ann.reputationOf('a@one.example')).toBeUndefined()
    expect((await ann.row()).isObserveOnly).toBe(false)
    expect(await list(ann)).toMatchObject([{ scanned: 4, moved: 0, kinds: [], senders: [] }])
    expect(await undo(ann)).toEqual([])

    await takeAction(ctx, actorOf(ann), { ids, action: 'undo' })
    await runJobsUntilIdle()
    expect(ann.inbox()).toEqual(kept)
  })

  test('leaves alone what the user has restored or reported', async () => {
    const { ann, cold } = await newScanned()
    const [restored, spam, other] = await Promise.all(cold.map((one) => idOf(ann, one)))
    if (!restored || !spam || !other) throw new Error('Three emails are expected')
    await takeAction(ctx, actorOf(ann), { ids: [restored], action: 'restore' })
    await takeAction(ctx, actorOf(ann), { ids: [spam], action: 'report-spam' })
    expect(await undo(ann)).toEqual([other])
  })

  test('can switch to observe-only: the next pitch stays', async () => {
    const { ann } = await newScanned()
    await undo(ann, true)
    const late = later(ann)
    await sync(ann)
    expect(ann.inbox()).toContain(late)
    expect((await ann.row()).isObserveOnly).toBe(true)
  })

  test('also puts back what was observed at first and then moved', async () => {
    const { ann, cold } = await newScanned({ isObserveOnly: true })
    await moveObserved(ctx, actorOf(ann), { mailboxId: ann.id })
    await runJobsUntilIdle()
    expect(ann.inbox()).toHaveLength(1)
    expect(await undo(ann)).toHaveLength(3)
    await runJobsUntilIdle()
    for (const id of cold) expect(ann.inbox()).toContain(id)
  })

  test('leaves an email restored that another tab restores at the same time', async () => {
    const { ann, cold } = await newScanned()
    const id = await idOf(ann, cold[1])
    await Promise.all([undo(ann), takeAction(ctx, actorOf(ann), { ids: [id], action: 'restore' })])
    await runJobsUntilIdle()
    const states = (await ann.decisions()).flatMap(({ state }) => state ?? [])
    expect(states.toSorted()).toEqual(['restored', 'returned', 'returned'])
    expect(ann.inbox()).toHaveLength(4)
  })

  test('of another user’s mailbox changes nothing', async () => {
    const [{ ann }, { ann: bob }] = [await newScanned(), await newScanned()]
    for (const observeOnly of [true, false])
      await expect(undo(ann, observeOnly, bob)).rejects.toMatchObject({ code: 'not-found' })
    await runJobsUntilIdle()
    expect(bob.inbox()).toHaveLength(1)
    expect((await bob.row()).isObserveOnly).toBe(false)
  })
})
