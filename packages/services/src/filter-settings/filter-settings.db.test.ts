import { loadLessons } from '@doorman/db/testing/load-lessons'
import { decisions, mailboxes, users, whitelistDomains } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../testing/fake-pipeline.ts'
import { actorOf, receiveAndSetAside } from '../testing/fake-filtered-emails.ts'
import { takeAction } from '../user-actions/take-action.ts'
import { addToWhitelist } from './add-to-whitelist.ts'
import { eraseLessons } from './erase-lessons.ts'
import { removeSenderReputation } from './remove-sender-reputation.ts'
import { listSenderReputations } from './list-sender-reputations.ts'
import { listWhitelist } from './list-whitelist.ts'
import { removeFromWhitelist } from './remove-from-whitelist.ts'
import { setFilterSwitch } from './set-filter-switch.ts'
import { setObserveOnly } from './set-observe-only.ts'
import { trustSender } from './trust-sender.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

const whitelist = (inbox: FakeInbox) => listWhitelist(ctx, actorOf(inbox))
const add = (inbox: FakeInbox, entered: string) => addToWhitelist(ctx, actorOf(inbox), { entered })
const remove = (inbox: FakeInbox, entered: string) =>
  removeFromWhitelist(ctx, actorOf(inbox), { entered })
const senders = (inbox: FakeInbox, before?: string) =>
  listSenderReputations(ctx, actorOf(inbox), { before })
const endTrial = ({ userId }: FakeInbox) =>
  ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(0) })
    .where(eq(users.id, userId))

describe('switches of Pro', () => {
  test.each(['filterRecruiters', 'filterInvestors', 'autoReplyEnabled'] as const)(
    '%s is set for this user only',
    async (name) => {
      const [ann, bob] = [await newInbox(), await newInbox()]
      const isOn = name === 'autoReplyEnabled'
      await setFilterSwitch(ctx, actorOf(ann), { name, isOn })
      const rows = await ctx.db.select().from(users)
      expect(rows.find(({ id }) => id === ann.userId)?.[name]).toBe(isOn)
      expect(rows.find(({ id }) => id === bob.userId)?.[name]).toBe(!isOn)
    },
  )

  test('cannot be changed without Pro', async () => {
    const ann = await newInbox({ isPro: false })
    await expect(
      setFilterSwitch(ctx, actorOf(ann), { name: 'filterRecruiters', isOn: false }),
    ).rejects.toMatchObject({ code: 'plan-limit' })
    const [user] = await ctx.db.select().from(users).where(eq(users.id, ann.userId))
    expect(user?.filterRecruiters).toBe(true)
  })

  test('a filter that is switched off filters again when Pro ends', async () => {
    const ann = await newInbox()
    await setFilterSwitch(ctx, actorOf(ann), { name: 'filterRecruiters', isOn: false })
    world.classifier.verdict = { category: 'recruiter', score: 1, signals: ['recruits'] }
    ann.receive({ from: 'one@jobs.example' })
    await sync(ann)
    await endTrial(ann)
    ann.receive({ from: 'two@jobs.example' })
    await sync(ann)
    expect((await ann.decisions()).map(({ reason }) => reason)).toEqual([
      'allowed-type',
      'cold-outreach',
    ])
  })
})

describe('the whitelist', () => {
  test('accepts URLs and addresses, stores their domain, and lists domains in order', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await add(ann, ' https://www.Vendor.example/x ')
    await add(ann, 'user@apples.example')
    await add(bob, 'his.example')
    expect(await whitelist(ann)).toEqual(['apples.example', 'vendor.example'])
  })

  test('refuses a duplicate, even if it is written differently', async () => {
    const ann = await newInbox()
    await add(ann, 'vendor.example')
    await expect(add(ann, '@VENDOR.example')).rejects.toMatchObject({
      code: 'conflict',
      message: 'vendor.example is already on your whitelist.',
    })
  })

  test('refuses text that is not a domain', async () => {
    await expect(add(await newInbox(), 'no domain')).rejects.toMatchObject({
      code: 'invalid',
      message: 'Please enter a domain, such as example.com.',
    })
  })

  test.each(['gmail.com', 'someone@Outlook.com', 'https://web.de/'])(
    'refuses %s, where anyone can have an address',
    async (entered) => {
      const ann = await newInbox()
      await expect(add(ann, entered)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(/^Anybody can have an address at (gmail|outlook|web)\.\w+,/),
      })
      expect(await whitelist(ann)).toEqual([])
    },
  )

  test('a freemail domain that is already listed can be removed', async () => {
    const ann = await newInbox()
    await ctx.db
      .insert(whitelistDomains)
      .values({ userId: ann.userId, domain: 'gmail.com', addedAt: ctx.now() })
    await remove(ann, 'gmail.com')
    expect(await whitelist(ann)).toEqual([])
  })

  test('an internationalised domain is stored in ASCII and shown in its own script', async () => {
    const ann = await newInbox()
    await add(ann, 'xn--mnchen-3ya.example')
    expect(await whitelist(ann)).toEqual(['münchen.example'])
    await expect(add(ann, 'MÜNCHEN.example')).rejects.toMatchObject({
      message: 'münchen.example is already on your whitelist.',
    })
  })

  test('removes a domain in any spelling, idempotently, and for this user only', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    for (const inbox of [ann, bob]) await add(inbox, 'müller.example')
    await remove(ann, 'MÜLLER.example')
    await remove(ann, 'xn--mller-kva.example')
    await remove(ann, 'no domain')
    expect(await whitelist(ann)).toEqual([])
    expect(await whitelist(bob)).toEqual(['müller.example'])
  })

  test('without Pro it is kept and shown, but cannot be changed', async () => {
    const ann = await newInbox()
    await add(ann, 'vendor.example')
    await endTrial(ann)
    await expect(add(ann, 'other.example')).rejects.toMatchObject({ code: 'plan-limit' })
    await expect(remove(ann, 'vendor.example')).rejects.toMatchObject({ code: 'plan-limit' })
    expect(await whitelist(ann)).toEqual(['vendor.example'])
  })

  test('two concurrent requests cannot exceed the maximum number of domains', async () => {
    const ann = await newInbox()
    await ctx.db.execute(sql`
      insert into whitelist_domains (user_id, domain, added_at)
      select ${ann.userId}, 'd' || n || '.example', now() from generate_series(1, 999) n`)
    const both = await Promise.allSettled([add(ann, 'one.example'), add(ann, 'two.example')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ctx.db.$count(whitelistDomains, eq(whitelistDomains.userId, ann.userId))).toBe(
      1_000,
    )
  })
})

describe('observe only', () => {
  test('messages are judged and stay in the inbox', async () => {
    const ann = await newInbox()
    await setObserveOnly(ctx, actorOf(ann), { mailboxId: ann.id, isOn: true })
    world.judgeAll('cold')
    const message = ann.receive()
    await sync(ann)
    expect(ann.inbox()).toEqual([message])
    expect(await ann.decisions()).toMatchObject([{ outcome: 'observe' }])
  })

  test('another user’s mailbox is not found', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    const refusals = [bob.id, randomUUID() as MailboxId].map((mailboxId) =>
      setObserveOnly(ctx, actorOf(ann), { mailboxId, isOn: true }).catch(String),
    )
    const [foreign, unknown] = await Promise.all(refusals)
    expect(foreign).toBe(unknown)
    expect(await bob.row()).toMatchObject({ isObserveOnly: false })
  })
})

describe('sender reputations', () => {
  async function actOnTwoSenders(ann: FakeInbox) {
    const pat = await receiveAndSetAside(world, ann)
    const dale = await receiveAndSetAside(world, ann, { from: 'dale@boost.example' })
    await takeAction(ctx, actorOf(ann), { ids: [pat.id], action: 'restore' })
    world.advance(1_000)
    await takeAction(ctx, actorOf(ann), { ids: [dale.id], action: 'report-spam' })
    world.advance(1_000)
    return { pat, dale }
  }

  test('are listed with the latest reputation of each sender, latest first', async () => {
    const ann = await newInbox()
    const { pat } = await actOnTwoSenders(ann)
    expect(await senders(ann)).toMatchObject([
      { address: 'dale@boost.example', reputation: 'blocked' },
      { address: 'pat@vendor.example', reputation: 'trusted' },
    ])
    await takeAction(ctx, actorOf(ann), { ids: [pat.id], action: 'report-spam' })
    expect(await senders(ann)).toMatchObject([
      { address: 'pat@vendor.example', reputation: 'blocked' },
      { address: 'dale@boost.example', reputation: 'blocked' },
    ])
    expect(await senders(ann, 'Pat@vendor.example')).toMatchObject([
      { address: 'dale@boost.example' },
    ])
    expect(await senders(ann, 'unknown@vendor.example')).toEqual([])
    expect(await senders(await newInbox())).toEqual([])
  })

  test('say which email the reputation comes from, and who caused it', async () => {
    const ann = await newInbox()
    const { pat } = await actOnTwoSenders(ann)
    const [{ subject } = { subject: null }] = await ctx.db
      .select()
      .from(decisions)
      .where(eq(decisions.id, pat.id))
    expect(await senders(ann)).toMatchObject([
      { address: 'dale@boost.example', source: { by: 'user' } },
      { address: 'pat@vendor.example', source: { subject, by: 'user' } },
    ])
    await ctx.db.update(decisions).set({ restoredBy: 'sender' }).where(eq(decisions.id, pat.id))
    expect((await senders(ann))[1]?.source).toEqual({ subject, by: 'sender' })
    // Without its mailbox, nothing is known about the email any more.
    await ctx.db.delete(mailboxes).where(eq(mailboxes.id, ann.id))
    expect(await senders(ann)).toMatchObject([{ source: null }, { source: null }])
  })

  test('are found by a part of the address, whatever its case, and never by a pattern', async () => {
    const ann = await newInbox()
    await actOnTwoSenders(ann)
    const find = async (search: string, before?: string) =>
      (await listSenderReputations(ctx, actorOf(ann), { search, before })).map(
        ({ address }) => address,
      )
    expect(await find(' VENDOR ')).toEqual(['pat@vendor.example'])
    expect(await find('.example')).toEqual(['dale@boost.example', 'pat@vendor.example'])
    expect(await find('.example', 'dale@boost.example')).toEqual(['pat@vendor.example'])
    expect(await find('')).toHaveLength(2)
    for (const nothing of ['%', '_', 'p.t', "'", 'nobody']) expect(await find(nothing)).toEqual([])
  })

  test('are removed together with the lessons of the sender, for this user only', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await actOnTwoSenders(ann)
    await actOnTwoSenders(bob)
    await removeSenderReputation(ctx, actorOf(ann), { address: ' Pat@Vendor.example ' })
    await removeSenderReputation(ctx, actorOf(ann), { address: 'unknown@vendor.example' })
    expect(await ann.reputationOf('pat@vendor.example')).toBeUndefined()
    expect(await ann.reputationOf('dale@boost.example')).toBe('blocked')
    expect((await loadLessons(ctx.db, ann.userId)).map(({ sender }) => sender)).toEqual([
      'dale@boost.example',
    ])
    expect(await senders(bob)).toHaveLength(2)
  })

  test('can be trusted without an email: their next message stays, for this user only', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await actOnTwoSenders(ann)
    await trustSender(ctx, actorOf(ann), { entered: ' Dale@Boost.example ' })
    expect(await senders(ann)).toMatchObject([
      { address: 'dale@boost.example', reputation: 'trusted', source: null },
      { address: 'pat@vendor.example', reputation: 'trusted' },
    ])
    expect(await bob.reputationOf('dale@boost.example')).toBeUndefined()
    world.judgeAll('cold')
    ann.receive({ from: 'dale@boost.example' })
    await sync(ann)
    expect((await ann.decisions()).at(-1)).toMatchObject({ reason: 'restored-sender' })
  })

  test('stay when the lessons are erased', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await actOnTwoSenders(ann)
    await actOnTwoSenders(bob)
    await eraseLessons(ctx, actorOf(ann))
    expect(await loadLessons(ctx.db, ann.userId)).toEqual([])
    expect(await loadLessons(ctx.db, bob.userId)).toHaveLength(2)
    expect(await senders(ann)).toHaveLength(2)
  })
})
