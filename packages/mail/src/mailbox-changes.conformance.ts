import { describe, expect, test } from 'vitest'
import { follow, setAside, toMail, type Bench } from './mailbox-bench.conformance.ts'
import type { Cursor, MailId } from './mailbox.ts'

/** What comes to light of a mailbox: its inbox, and what changed since. */
export function describeChanges(name: string, createBench: () => Promise<Bench>): void {
  describe(`${name}: the inbox`, () => {
    test('nothing falls between the first look and the changes after it', async () => {
      const { mailbox, deliver } = await createBench()
      const before = await deliver(toMail({ subject: 'before' }))
      const { ids, cursor } = await mailbox.listInbox({ limit: 100 })
      const after = await deliver(toMail({ subject: 'after' }))
      expect(ids).toEqual([before])
      expect(await follow(mailbox, cursor)).toMatchObject({ arrived: [after], takenOut: [] })
    })

    test('F34: the newest come first, and no more than were asked for', async () => {
      const { mailbox, deliver } = await createBench()
      const ids: MailId[] = []
      for (let count = 0; count < 7; count++) ids.push(await deliver(toMail()))
      expect((await mailbox.listInbox({ limit: 5 })).ids).toEqual(ids.toReversed().slice(0, 5))
      expect((await mailbox.listInbox({ limit: 100 })).ids).toEqual(ids.toReversed())
    })

    test('F33: junk, sent mail, drafts, the bin and the archive are none of it', async () => {
      const bench = await createBench()
      const { mailbox, deliver } = bench
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      await deliver(toMail(), 'junk')
      await bench.sendByHand({ to: 'ann@example.com', messageId: '<1@own.test>' })
      await bench.draftByHand('ann@example.com')
      expect(await follow(mailbox, cursor)).toMatchObject({ arrived: [], takenOut: [] })
      await bench.moveByHand(await deliver(toMail()), 'bin')
      await bench.moveByHand(await deliver(toMail()), 'elsewhere')
      expect((await mailbox.listInbox({ limit: 10 })).ids).toEqual([])
    })
  })

  describe(`${name}: changes`, () => {
    test('F5: the same cursor tells the same, and a newer one tells what is new', async () => {
      const { mailbox, deliver } = await createBench()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const first = await deliver(toMail())
      const changes = await follow(mailbox, cursor)
      expect(changes.arrived).toEqual([first])
      expect((await follow(mailbox, cursor)).arrived).toEqual([first])
      const second = await deliver(toMail())
      expect((await follow(mailbox, changes.cursor)).arrived).toEqual([second])
    })

    test('a mailbox where nothing happened says so, and goes on from there', async () => {
      const { mailbox, deliver } = await createBench()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const quiet = await follow(mailbox, cursor)
      expect(quiet).toMatchObject({ arrived: [], takenOut: [] })
      const id = await deliver(toMail())
      expect((await follow(mailbox, quiet.cursor)).arrived).toEqual([id])
    })

    test('F15: of many mails none is missed and none comes twice', async () => {
      const { mailbox, deliver } = await createBench()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const ids = new Set<MailId>()
      for (let count = 0; count < 60; count++) ids.add(await deliver(toMail()))
      const { arrived } = await follow(mailbox, cursor)
      expect(arrived).toHaveLength(60)
      expect(new Set(arrived)).toEqual(ids)
    })

    test('F16: when nobody knows what was missed, the inbox is looked at again', async () => {
      const { mailbox, deliver, forgetChanges, now } = await createBench()
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      const since = now()
      const missed = await deliver(toMail())
      await forgetChanges()
      expect(await mailbox.listChanges(cursor)).toBe('cursor-lost')
      const again = await mailbox.listInbox({ limit: 10, since })
      expect(again.ids).toEqual([missed])
      const next = await deliver(toMail())
      expect((await follow(mailbox, again.cursor)).arrived).toEqual([next])
    })

    test.each(['', 'nonsense', '-1', '1e3', '99999999999999999999999'])(
      'a cursor nobody gave out (%j) is lost',
      async (cursor) => {
        const { mailbox } = await createBench()
        expect(await mailbox.listChanges(cursor as Cursor)).toBe('cursor-lost')
      },
    )

    test('F19: setting aside is no news', async () => {
      const { mailbox, deliver } = await createBench()
      const id = await deliver(toMail())
      const { cursor } = await mailbox.listInbox({ limit: 10 })
      await mailbox.move(id, 'set-aside')
      expect(await follow(mailbox, cursor)).toMatchObject({ arrived: [], takenOut: [] })
    })

    test('F32: a mail that the user puts back is taken out, and in the inbox again', async () => {
      const bench = await createBench()
      const { id, cursor } = await setAside(bench)
      await bench.moveByHand(id, 'inbox')
      expect(await follow(bench.mailbox, cursor)).toMatchObject({ arrived: [id], takenOut: [id] })
    })

    test('F32: a mail that the user files elsewhere is taken out', async () => {
      const bench = await createBench()
      const { id, cursor } = await setAside(bench)
      await bench.moveByHand(id, 'elsewhere')
      expect(await follow(bench.mailbox, cursor)).toMatchObject({ arrived: [], takenOut: [id] })
    })

    test.each(['bin', 'junk'] as const)(
      'a mail that the user throws into the %s is not',
      async (place) => {
        const bench = await createBench()
        const { id, cursor } = await setAside(bench)
        await bench.moveByHand(id, place)
        expect(await follow(bench.mailbox, cursor)).toMatchObject({ arrived: [], takenOut: [] })
      },
    )

    test('nor is one that the user deletes, or takes out and puts back with us', async () => {
      const bench = await createBench()
      const deleted = await setAside(bench)
      const kept = await setAside(bench)
      await bench.deleteByHand(deleted.id)
      await bench.moveByHand(kept.id, 'elsewhere')
      await bench.moveByHand(kept.id, 'set-aside')
      expect(await follow(bench.mailbox, kept.cursor)).toMatchObject({ arrived: [], takenOut: [] })
    })
  })
}
