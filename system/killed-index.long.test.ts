import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { correspondentIndexes, correspondents, sentMessages } from '@doorman/db/schema'
import { mailProviders, type MailProvider } from '@doorman/domain/mail/mailbox'
import { minuteMs } from '@doorman/domain/time'
import { compose } from '@doorman/simulators/world/message/compose'
import type { MailStore } from '@doorman/simulators/world/mailbox/mail-store'
import { expect, test } from 'vitest'
import { openService, waitUntil } from './harness/processes.ts'

/** Sent messages for three pages at each provider. */
const sentCounts: Readonly<Record<MailProvider, number>> = { gmail: 130, microsoft: 1_200 }

/** Requests for a page of sent messages. */
const sentPages: Readonly<Record<MailProvider, RegExp>> = {
  gmail: /\/messages\?.*labelIds=SENT/,
  microsoft: /\/mailFolders\/sentitems\/messages\?/,
}

/** The first call for each page, at which the worker is killed. The next worker repeats it. */
const killedCalls = [1, 3, 5]

test.concurrent.for([...mailProviders])(
  '%s: a worker killed while the index is built misses no correspondent',
  { timeout: 900_000 },
  async (provider, { onTestFinished }) => {
    const { demo, startWorker } = await openService(onTestFinished)
    const { world } = demo
    const { db } = demo.ctx
    const store = demo.newMailbox(provider)
    const friends = Array.from({ length: sentCounts[provider] }, (_, at) => `f@f${at}.example`)
    for (const [at, to] of friends.entries()) addSent(store, to, at, world.clock.now())

    let worker = startWorker()
    let calls = 0
    let kills = 0
    for (const _kill of killedCalls)
      world.faults.push({
        provider: provider === 'gmail' ? 'google' : 'microsoft',
        effect: 'cut',
        match: ({ url }) => {
          if (!sentPages[provider].test(decodeURIComponent(url))) return false
          calls += 1
          if (!killedCalls.includes(calls)) return false
          kills += 1
          worker.kill('SIGKILL')
          worker = startWorker()
          return true
        },
      })

    await demo.connect(await newSignedInUser(demo), provider, store)
    await waitUntil(async () => {
      const [index] = await db.select().from(correspondentIndexes)
      return index?.completedAt !== undefined && index.completedAt !== null
    }, 'The index is complete')

    expect(kills).toBe(killedCalls.length)
    const known = await db.select().from(correspondents)
    expect(known).toHaveLength(friends.length)
    expect(known.filter(({ sentCount }) => sentCount !== 1)).toEqual([])
    expect(await db.$count(sentMessages)).toBe(friends.length)
  },
)

function addSent(store: MailStore, to: string, at: number, now: Date): void {
  const receivedAt = new Date(now.getTime() - at * minuteMs)
  const raw = compose({
    from: store.address,
    to,
    subject: 'Hello',
    text: 'Shall we have lunch?',
    date: receivedAt,
    rfcMessageId: `<${at}@own.example>`,
  })
  store.add({ raw, folders: ['sent'], isRead: true, receivedAt })
}
