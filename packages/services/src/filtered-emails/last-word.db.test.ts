import { loadLessons } from '@doorman/db/queries/lessons'
import { mailboxes } from '@doorman/db/schema'
import type { DecisionId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actOnDecision } from '../acting/act-on-decision.ts'
import { openFakePipeline, type FakeInbox } from '../fake-pipeline.ts'
import type { Word } from '../last-word.ts'
import { syncMailbox } from '../sync/sync-mailbox.ts'
import { actorOf, setAsideIn, type Filtered } from './fake-filtered.ts'
import { sayWord } from './say-word.ts'

const world = await openFakePipeline()
const { ctx, newInbox, sync, settle } = world
const sender = 'pat@vendor.example'

const setAside = (inbox: FakeInbox, letter = {}) => setAsideIn(world, inbox, letter)
const say =
  (word: Word) =>
  (inbox: FakeInbox, ...mails: Filtered[]) =>
    sayWord(ctx, actorOf(inbox), { ids: mails.map(({ id }) => id), word })
const restore = say('restored')
const report = say('spam')
const undo = say('undone')
const verbs = { restored: restore, spam: report, done: undo }

const lookAt = ({ box }: FakeInbox, { messageId }: Filtered) => {
  const mail = box.mails.get(messageId)
  return mail && { place: mail.place, isRead: mail.isRead }
}
const stateOf = async (inbox: FakeInbox, { id }: Filtered) =>
  (await inbox.decisions()).find((one) => one.id === id)?.state
const lessonsOf = async ({ userId }: FakeInbox) =>
  (await loadLessons(ctx.db, userId)).map(({ act }) => act)

describe('restored', () => {
  test('it is in the inbox, unread, and the sender is trusted: their next mail stays', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    expect(await restore(ann, mail)).toEqual([mail.id])
    expect(await stateOf(ann, mail)).toBe('restored')
    expect(lookAt(ann, mail)).toEqual({ place: 'set-aside', isRead: true })
    await settle()
    expect(lookAt(ann, mail)).toEqual({ place: 'inbox', isRead: false })
    expect(await ann.standingOf(sender)).toBe('trusted')
    expect(await lessonsOf(ann)).toEqual(['restored'])

    const next = ann.receive()
    await sync(ann)
    expect(ann.inbox()).toEqual([mail.messageId, next])
    expect((await ann.decisions()).at(-1)).toMatchObject({ reason: 'restored-sender' })
  })
})

describe('reported as spam', () => {
  test('it is junk, and the sender is blocked: their next mail is set aside, whatever it says', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await report(ann, mail)
    await settle()
    expect(lookAt(ann, mail)).toEqual({ place: 'junk', isRead: true })
    expect(await ann.standingOf(sender)).toBe('blocked')
    expect(await lessonsOf(ann)).toEqual(['reported'])

    world.judgeAll('ordinary')
    ann.receive()
    await sync(ann)
    expect(ann.inbox()).toEqual([])
    expect((await ann.decisions()).at(-1)).toMatchObject({
      reason: 'blocked-sender',
      state: 'done',
    })
  })

  test('it is given back by hand: that is a restore', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await report(ann, mail)
    await settle()
    await sync(ann)
    world.advance(60_000)
    ann.box.moveByHand(mail.messageId, 'inbox')
    await sync(ann)
    expect(await stateOf(ann, mail)).toBe('restored')
    expect(await ann.standingOf(sender)).toBe('trusted')
    expect(await lessonsOf(ann)).toEqual(['restored'])
  })
})

describe('taken back', () => {
  test.each(['restored', 'spam'] as const)('%s is as if it had never been said', async (word) => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await verbs[word](ann, mail)
    await settle()
    await undo(ann, mail)
    await settle()
    expect(lookAt(ann, mail)).toEqual({ place: 'set-aside', isRead: true })
    expect(await stateOf(ann, mail)).toBe('done')
    expect(await ann.standingOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    world.advance(60_000)
    await sync(ann)
    expect(await stateOf(ann, mail)).toBe('done')
  })

  test('nothing happens where nothing was said', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    const before = await ann.decisions()
    expect(await undo(ann, mail)).toEqual([mail.id])
    expect(await ann.decisions()).toEqual(before)
  })

  test('many of one sender leave nothing behind', async () => {
    const ann = await newInbox()
    const mails = [await setAside(ann), await setAside(ann), await setAside(ann)]
    await report(ann, ...mails)
    await undo(ann, ...mails)
    await settle()
    expect(await ann.standingOf(sender)).toBeUndefined()
    expect(await lessonsOf(ann)).toEqual([])
    for (const mail of mails) expect(lookAt(ann, mail)).toMatchObject({ place: 'set-aside' })
  })

  test('what was said about the sender’s other mail stands', async () => {
    const ann = await newInbox()
    const [one, other] = [await setAside(ann), await setAside(ann)]
    await restore(ann, one)
    world.advance(1_000)
    await report(ann, other)
    await undo(ann, one)
    expect(await ann.standingOf(sender)).toBe('blocked')
    await restore(ann, one)
    await undo(ann, one)
    await undo(ann, other)
    expect(await ann.standingOf(sender)).toBeUndefined()
  })

  test('a word by hand can be taken back as well', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    world.advance(60_000)
    ann.box.moveByHand(mail.messageId, 'elsewhere')
    await sync(ann)
    expect(await stateOf(ann, mail)).toBe('restored')
    await undo(ann, mail)
    await settle()
    expect(lookAt(ann, mail)).toEqual({ place: 'set-aside', isRead: true })
  })
})

describe('I6: the last word wins', () => {
  test.each([
    [['restored', 'spam'], 'junk', 'blocked'],
    [['spam', 'restored'], 'inbox', 'trusted'],
    [['restored', 'spam', 'restored'], 'inbox', 'trusted'],
    [['restored', 'spam', 'done'], 'set-aside', undefined],
    [['restored', 'done', 'spam'], 'junk', 'blocked'],
  ] as const)('%j, at once or one by one', async (words, place, standing) => {
    const ann = await newInbox()
    const [quick, slow] = [await setAside(ann), await setAside(ann)]
    for (const word of words) await verbs[word](ann, quick)
    await settle()
    for (const word of words) {
      await verbs[word](ann, slow)
      await settle()
    }
    for (const mail of [quick, slow]) expect(lookAt(ann, mail)).toMatchObject({ place })
    expect(await ann.standingOf(sender)).toBe(standing)
  })

  test('F70: the same word twice is one word', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    await settle()
    const whole = ann.box.move.bind(ann.box)
    let moves = 0
    ann.box.move = (id, to) => {
      moves += 1
      return whole(id, to)
    }
    await restore(ann, mail, mail)
    await settle()
    expect(moves).toBe(0)
    expect(await stateOf(ann, mail)).toBe('restored')
    expect(await lessonsOf(ann)).toEqual(['restored'])
  })

  test('a word said again counts again, wherever the message and its sender stand by then', async () => {
    const ann = await newInbox()
    const [mail, other] = [await setAside(ann), await setAside(ann)]
    await restore(ann, mail)
    await settle()
    ann.box.moveByHand(mail.messageId, 'set-aside')
    world.advance(1_000)
    await report(ann, other)
    world.advance(1_000)
    await restore(ann, mail)
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place: 'inbox' })
    expect(await ann.standingOf(sender)).toBe('trusted')
  })

  test('F69: two tabs at once leave message, sender and lesson of one mind', async () => {
    const ann = await newInbox()
    const ends = { inbox: ['trusted', 'restored'], junk: ['blocked', 'reported'] }
    for (let round = 0; round < 10; round++) {
      const address = `pat@vendor${round}.example`
      const mail = await setAside(ann, { from: address })
      await Promise.all([restore(ann, mail), report(ann, mail), settle()])
      await settle()
      const place = lookAt(ann, mail)?.place as keyof typeof ends
      const [last] = (await loadLessons(ctx.db, ann.userId)).filter((one) => one.sender === address)
      expect([await ann.standingOf(address), last?.act]).toEqual(ends[place])
    }
  })

  test.each([
    [['restored'], 'inbox'],
    [['spam'], 'junk'],
    [['restored', 'done'], 'set-aside'],
    [['spam', 'restored'], 'inbox'],
  ] as const)('%j while we are at it: it ends in %s', async (words, place) => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    const whole = ann.box.move.bind(ann.box)
    ann.box.move = async (id, to) => {
      ann.box.move = whole
      for (const word of words) await verbs[word](ann, mail)
      // Whoever comes for the new word finds somebody at it.
      await actOnDecision(ctx, { mailboxId: ann.id, decisionId: mail.id })
      await whole(id, to)
    }
    await actOnDecision(ctx, { mailboxId: ann.id, decisionId: mail.id })
    expect(lookAt(ann, mail)).toMatchObject({ place })
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place })
  })

  test('taken back while a sync looks at the restored message: it is set aside', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    await settle()
    const whole = ann.box.listChanges.bind(ann.box)
    ann.box.listChanges = async (cursor) => {
      const changes = await whole(cursor)
      world.advance(1_000)
      await undo(ann, mail)
      await settle()
      return changes
    }
    await syncMailbox(ctx, { mailboxId: ann.id })
    await settle()
    expect(await stateOf(ann, mail)).toBe('done')
    expect(lookAt(ann, mail)).toMatchObject({ place: 'set-aside' })
    expect(await ann.standingOf(sender)).toBeUndefined()
  })
})

describe('wherever the message is', () => {
  test.each([
    ['restored', 'elsewhere', 'inbox'],
    ['restored', 'bin', 'inbox'],
    ['restored', 'inbox', 'inbox'],
    ['spam', 'elsewhere', 'junk'],
    ['spam', 'inbox', 'junk'],
    ['spam', 'bin', 'bin'],
  ] as const)('%s from %s: it ends in %s', async (word, from, to) => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    ann.box.moveByHand(mail.messageId, from)
    await verbs[word](ann, mail)
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place: to })
  })

  test('F70: deleted meanwhile, it is gone, and the sender is trusted all the same', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    ann.box.deleteByHand(mail.messageId)
    await restore(ann, mail)
    await settle()
    expect(await stateOf(ann, mail)).toBe('gone')
    expect(await ann.standingOf(sender)).toBe('trusted')
    await undo(ann, mail)
    await settle()
    expect(await stateOf(ann, mail)).toBe('gone')
    expect(await ann.standingOf(sender)).toBeUndefined()
  })
})

describe('R4: a provider’s trouble loses no word', () => {
  test.each(['unavailable', 'rate-limited'] as const)('%s: it is tried again', async (failure) => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    ann.box.failNextWith = new MailError(failure, 'test')
    world.expectError('job-failed')
    await settle()
    expect(await stateOf(ann, mail)).toBe('restored')
    await world.makeRetriesDue()
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place: 'inbox' })
  })

  test('changed while the provider is away, the last word is carried out', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    world.expectError('job-failed')
    ann.box.failNextWith = new MailError('unavailable', 'test')
    await settle()
    await report(ann, mail)
    await settle()
    await world.makeRetriesDue()
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place: 'junk' })
  })

  test('F20: without access it waits until the mailbox is connected again', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    ann.box.failNextWith = new MailError('access-revoked', 'test')
    await settle()
    expect(await ann.row()).toMatchObject({ problem: 'needs-reconnect' })
    await ctx.db
      .update(mailboxes)
      .set({ problem: null, nextCheckAt: ctx.now() })
      .where(eq(mailboxes.id, ann.id))
    world.advance(3_600_000)
    await sync(ann)
    expect(lookAt(ann, mail)).toMatchObject({ place: 'inbox' })
  })

  test('F1: killed after the move, the word is done with after the next start', async () => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await restore(ann, mail)
    const whole = ann.box.move.bind(ann.box)
    let isMoved = false
    ann.box.move = async (id, to) => {
      await whole(id, to)
      isMoved = true
    }
    const now = () => {
      if (isMoved) throw new Error('killed')
      return ctx.now()
    }
    const work = { mailboxId: ann.id, decisionId: mail.id }
    await expect(actOnDecision({ ...ctx, now }, work)).rejects.toThrow('killed')
    await report(ann, mail)
    world.advance(60_000)
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place: 'junk' })
    expect((await ann.decisions())[0]).toMatchObject({ state: 'spam', actedAt: expect.any(Date) })
  })
})

test.each([{ isPaused: true }, { isActive: false }])(
  'a mailbox that is left alone still hears its user: %j',
  async (rest) => {
    const ann = await newInbox()
    const mail = await setAside(ann)
    await ctx.db.update(mailboxes).set(rest).where(eq(mailboxes.id, ann.id))
    await restore(ann, mail)
    await settle()
    expect(lookAt(ann, mail)).toMatchObject({ place: 'inbox', isRead: false })
  },
)

test('I8: somebody else’s mail is none, kept and watched mail is none, and the rest is done', async () => {
  const [ann, bob] = [await newInbox(), await newInbox()]
  const [own, foreign] = [await setAside(ann), await setAside(bob)]
  world.judgeAll('ordinary')
  ann.receive({ from: 'kim@other.example' })
  await sync(ann)
  const kept = (await ann.decisions()).find(({ outcome }) => outcome === 'keep')
  const unknown = randomUUID() as DecisionId
  const ids = [foreign.id, unknown, kept?.id ?? unknown, own.id]
  for (const word of ['restored', 'spam', 'undone'] as const)
    expect(await sayWord(ctx, actorOf(ann), { ids, word })).toEqual([own.id])
  await settle()
  expect(await stateOf(bob, foreign)).toBe('done')
  expect(lookAt(bob, foreign)).toMatchObject({ place: 'set-aside' })
  expect(await bob.standingOf(sender)).toBeUndefined()
})

test('F69: of two who saw the same and say the opposite at once, the first one counts', async () => {
  const ann = await newInbox()
  const mail = await setAside(ann)
  const saySeen = (word: Word) =>
    sayWord(ctx, actorOf(ann), { ids: [mail.id], word, seen: 'none' as const })
  for (let round = 0; round < 200; round += 1) {
    const [restored, reported] = await Promise.all([saySeen('restored'), saySeen('spam')])
    expect([...restored, ...reported]).toEqual([mail.id])
    expect(await stateOf(ann, mail)).toBe(restored.length > 0 ? 'restored' : 'spam')
    await undo(ann, mail)
  }
})

test('F69: who says what has been said already is no late-comer', async () => {
  const ann = await newInbox()
  const mail = await setAside(ann)
  await restore(ann, mail)
  const sayLate = (word: Word) =>
    sayWord(ctx, actorOf(ann), { ids: [mail.id], word, seen: 'none' as const })
  expect(await sayLate('restored')).toEqual([mail.id])
  expect(await sayLate('spam')).toEqual([])
  expect(await stateOf(ann, mail)).toBe('restored')
})

test('a message without a sender is restored, and nobody is trusted for it', async () => {
  const ann = await newInbox()
  const mail = await setAside(ann, { from: null })
  await restore(ann, mail)
  await settle()
  expect(lookAt(ann, mail)).toMatchObject({ place: 'inbox' })
  expect(await lessonsOf(ann)).toEqual([])
})
