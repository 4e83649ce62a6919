import { describe, expect, test } from 'vitest'
import { toMail, type Bench } from './mailbox-bench.conformance.ts'
import { mostKept } from './mailbox.ts'

/** How much of a sender's mail was left alone. */
export function describeKept(name: string, createBench: () => Promise<Bench>): void {
  const from = 'pat@vendor.test'
  const inAnHour = (bench: Bench) => new Date(bench.now().getTime() + 3_600_000)

  describe(`${name}: what stayed of a sender's mail`, () => {
    test("is in the inbox or in a folder of the user's", async () => {
      const bench = await createBench()
      const count = () => bench.mailbox.countKept({ from, before: inAnHour(bench) })
      expect(await count()).toBe(0)
      await bench.deliver(toMail())
      expect(await count()).toBe(1)
      const id = await bench.deliver(toMail())
      await bench.moveByHand(id, 'elsewhere')
      expect(await count()).toBe(2)
    })

    test('is nothing that lies aside, in junk or in the bin', async () => {
      const bench = await createBench()
      const [first, second] = [await bench.deliver(toMail()), await bench.deliver(toMail())]
      await bench.deliver(toMail(), 'junk')
      await bench.mailbox.move(first, 'set-aside')
      await bench.moveByHand(second, 'bin')
      expect(await bench.mailbox.countKept({ from, before: inAnHour(bench) })).toBe(0)
      await bench.mailbox.move(first, 'inbox')
      expect(await bench.mailbox.countKept({ from, before: inAnHour(bench) })).toBe(1)
    })

    test('came earlier: a mail does not count itself', async () => {
      const bench = await createBench()
      const { receivedAt } = await bench.mailbox.loadMail(await bench.deliver(toMail()))
      expect(await bench.mailbox.countKept({ from, before: receivedAt })).toBe(0)
    })

    test('is theirs alone, and nothing the user wrote', async () => {
      const bench = await createBench()
      await bench.deliver(toMail({ from: 'Pat <patrick@vendor.test>' }))
      await bench.deliver(toMail({ from: 'Pat <pat@elsewhere.test>' }))
      await bench.sendByHand({ to: from, messageId: '<1@own.test>' })
      await bench.draftByHand(from)
      const before = inAnHour(bench)
      expect(await bench.mailbox.countKept({ from, before })).toBe(0)
      expect(await bench.mailbox.countKept({ from: bench.addresses[0], before })).toBe(0)
    })

    test('is not counted further than anybody asks', async () => {
      const bench = await createBench()
      for (let mails = 0; mails < mostKept + 3; mails++) await bench.deliver(toMail())
      const before = inAnHour(bench)
      expect(await bench.mailbox.countKept({ from: 'PAT@vendor.test', before })).toBe(mostKept)
    })

    test.each(['x" OR in:inbox', '*', '"', '()', "' or true or '", '\0', ''])(
      'S21: %j asks for nothing but itself',
      async (odd) => {
        const bench = await createBench()
        await bench.deliver(toMail())
        expect(await bench.mailbox.countKept({ from: odd, before: inAnHour(bench) })).toBe(0)
      },
    )
  })
}
