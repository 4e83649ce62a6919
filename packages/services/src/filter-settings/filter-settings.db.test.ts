import { loadLessons } from '@doorman/db/queries/lessons'
import { users, whitelistDomains } from '@doorman/db/schema'
import type { MailboxId } from '@doorman/domain/ids'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import { actorOf, setAsideIn } from '../filtered-emails/fake-filtered.ts'
import { sayWord } from '../filtered-emails/say-word.ts'
import { addToWhitelist } from './add-to-whitelist.ts'
import { eraseLessons } from './erase-lessons.ts'
import { forgetSender } from './forget-sender.ts'
import { listSenders } from './list-senders.ts'
import { listWhitelist } from './list-whitelist.ts'
import { removeFromWhitelist } from './remove-from-whitelist.ts'
import { setFilter } from './set-filter.ts'
import { setObserveOnly } from './set-observe-only.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync } = world

const whitelist = (inbox: FakeInbox) => listWhitelist(ctx, actorOf(inbox))
const add = (inbox: FakeInbox, entered: string) => addToWhitelist(ctx, actorOf(inbox), { entered })
const remove = (inbox: FakeInbox, entered: string) =>
  removeFromWhitelist(ctx, actorOf(inbox), { entered })
const senders = (inbox: FakeInbox, before?: string) => listSenders(ctx, actorOf(inbox), { before })
const endTrial = ({ userId }: FakeInbox) =>
  ctx.db
    .update(users)
    .set({ trialEndsAt: new Date(0) })
    .where(eq(users.id, userId))

describe('188, 189: what a user with Pro may switch', () => {
  test.each(['filterRecruiters', 'filterInvestors', 'autoReplyEnabled'] as const)(
    '%s is set, and only for them',
    async (name) => {
      const [ann, bob] = [await newInbox(), await newInbox()]
      const isOn = name === 'autoReplyEnabled'
      await setFilter(ctx, actorOf(ann), { name, isOn })
      const rows = await ctx.db.select().from(users)
      expect(rows.find(({ id }) => id === ann.userId)?.[name]).toBe(isOn)
      expect(rows.find(({ id }) => id === bob.userId)?.[name]).toBe(!isOn)
    },
  )

  test('without Pro nothing changes, and the refusal says why', async () => {
    const ann = await newInbox({ isPro: false })
    await expect(
      setFilter(ctx, actorOf(ann), { name: 'filterRecruiters', isOn: false }),
    ).rejects.toMatchObject({ code: 'plan-limit' })
    const [user] = await ctx.db.select().from(users).where(eq(users.id, ann.userId))
    expect(user?.filterRecruiters).toBe(true)
  })

  test('A-35: what was switched off applies with Pro and rests without it', async () => {
    const ann = await newInbox()
    await setFilter(ctx, actorOf(ann), { name: 'filterRecruiters', isOn: false })
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
  test('193, 196: takes what means a domain, in one form, and lists it in order', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await add(ann, ' https://www.Vendor.example/x ')
    await add(ann, 'user@apples.example')
    await add(bob, 'his.example')
    expect(await whitelist(ann)).toEqual(['apples.example', 'vendor.example'])
  })

  test('196: a duplicate is told, in whichever form it comes', async () => {
    const ann = await newInbox()
    await add(ann, 'vendor.example')
    await expect(add(ann, '@VENDOR.example')).rejects.toMatchObject({
      code: 'conflict',
      message: 'vendor.example is already on your whitelist.',
    })
  })

  test('what is no domain is refused in plain words', async () => {
    await expect(add(await newInbox(), 'no domain')).rejects.toMatchObject({
      code: 'invalid',
      message: 'Please enter a domain, such as example.com.',
    })
  })

  test.each(['gmail.com', 'someone@Outlook.com', 'https://web.de/'])(
    'where anybody can have an address, as with %s, nobody is let in as a whole',
    async (entered) => {
      const ann = await newInbox()
      await expect(add(ann, entered)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(/^Anybody can have an address at (gmail|outlook|web)\.\w+,/),
      })
      expect(await whitelist(ann)).toEqual([])
    },
  )

  test('such a domain that is listed from before can be removed', async () => {
    const ann = await newInbox()
    await ctx.db
      .insert(whitelistDomains)
      .values({ userId: ann.userId, domain: 'gmail.com', addedAt: ctx.now() })
    await remove(ann, 'gmail.com')
    expect(await whitelist(ann)).toEqual([])
  })

  test('a domain of another script is stored in one form, and told as people write it', async () => {
    const ann = await newInbox()
    await add(ann, 'xn--mnchen-3ya.example')
    expect(await whitelist(ann)).toEqual(['münchen.example'])
    await expect(add(ann, 'MÜNCHEN.example')).rejects.toMatchObject({
      message: 'münchen.example is already on your whitelist.',
    })
  })

  test('195: removes in any form, twice as well, and nothing of anybody else’s', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    for (const inbox of [ann, bob]) await add(inbox, 'müller.example')
    await remove(ann, 'MÜLLER.example')
    await remove(ann, 'xn--mller-kva.example')
    await remove(ann, 'no domain')
    expect(await whitelist(ann)).toEqual([])
    expect(await whitelist(bob)).toEqual(['müller.example'])
  })

  test('192, A-35: without Pro it is kept and shown, and cannot be changed', async () => {
    const ann = await newInbox()
    await add(ann, 'vendor.example')
    await endTrial(ann)
    await expect(add(ann, 'other.example')).rejects.toMatchObject({ code: 'plan-limit' })
    await expect(remove(ann, 'vendor.example')).rejects.toMatchObject({ code: 'plan-limit' })
    expect(await whitelist(ann)).toEqual(['vendor.example'])
  })

  test('F77: has an end, also for two who add at once', async () => {
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
  test('from then on mail is judged and stays', async () => {
    const ann = await newInbox()
    await setObserveOnly(ctx, actorOf(ann), { mailboxId: ann.id, isOn: true })
    world.judgeAll('cold')
    const mail = ann.receive()
    await sync(ann)
    expect(ann.inbox()).toEqual([mail])
    expect(await ann.decisions()).toMatchObject([{ outcome: 'observe' }])
  })

  test('I8: somebody else’s mailbox is none', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    const refusals = [bob.id, randomUUID() as MailboxId].map((mailboxId) =>
      setObserveOnly(ctx, actorOf(ann), { mailboxId, isOn: true }).catch(String),
    )
    const [foreign, unknown] = await Promise.all(refusals)
    expect(foreign).toBe(unknown)
    expect(await bob.row()).toMatchObject({ isObserveOnly: false })
  })
})

describe('known senders', () => {
  async function settleTwo(ann: FakeInbox) {
    const pat = await setAsideIn(world, ann)
    const dale = await setAsideIn(world, ann, { from: 'dale@boost.example' })
    await sayWord(ctx, actorOf(ann), { ids: [pat.id], word: 'restored' })
    world.advance(1_000)
    await sayWord(ctx, actorOf(ann), { ids: [dale.id], word: 'spam' })
    world.advance(1_000)
    return { pat, dale }
  }

  test('are listed with the last word about each, the latest first', async () => {
    const ann = await newInbox()
    const { pat } = await settleTwo(ann)
    expect(await senders(ann)).toMatchObject([
      { address: 'dale@boost.example', standing: 'blocked' },
      { address: 'pat@vendor.example', standing: 'trusted' },
    ])
    await sayWord(ctx, actorOf(ann), { ids: [pat.id], word: 'spam' })
    expect(await senders(ann)).toMatchObject([
      { address: 'pat@vendor.example', standing: 'blocked' },
      { address: 'dale@boost.example', standing: 'blocked' },
    ])
    expect(await senders(ann, 'Pat@vendor.example')).toMatchObject([
      { address: 'dale@boost.example' },
    ])
    expect(await senders(ann, 'nobody@vendor.example')).toEqual([])
    expect(await senders(await newInbox())).toEqual([])
  })

  test('are forgotten with what their mail taught us, by their user only', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await settleTwo(ann)
    await settleTwo(bob)
    await forgetSender(ctx, actorOf(ann), { address: ' Pat@Vendor.example ' })
    await forgetSender(ctx, actorOf(ann), { address: 'nobody@vendor.example' })
    expect(await ann.standingOf('pat@vendor.example')).toBeUndefined()
    expect(await ann.standingOf('dale@boost.example')).toBe('blocked')
    expect((await loadLessons(ctx.db, ann.userId)).map(({ sender }) => sender)).toEqual([
      'dale@boost.example',
    ])
    expect(await senders(bob)).toHaveLength(2)
  })

  test('stay what they are when everything learned is erased', async () => {
    const [ann, bob] = [await newInbox(), await newInbox()]
    await settleTwo(ann)
    await settleTwo(bob)
    await eraseLessons(ctx, actorOf(ann))
    expect(await loadLessons(ctx.db, ann.userId)).toEqual([])
    expect(await loadLessons(ctx.db, bob.userId)).toHaveLength(2)
    expect(await senders(ann)).toHaveLength(2)
  })
})
