import { newSignedInUser } from '@doorman/api/testing/fake-connections'
import { mailboxes } from '@doorman/db/schema'
import { loadUserId } from '@doorman/db/testing/seeds'
import { dumpTables } from '@doorman/db/testing/test-db'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Context } from '@doorman/services/ports/context'
import { syncMailboxJob } from '@doorman/services/ports/jobs'
import { handlers } from '@doorman/worker/handlers'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { openDemo } from './demo.ts'
import { createDelivery, pitch, question } from './messages.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

const body = { password: 'correct horse battery' }

/**
 * A user connects a mailbox, gets a pitch, and deletes the account right before or after the
 * provider answers one of the worker's calls. All jobs of the deletion run before the worker
 * continues. Checks that nothing is left or comes back. `isWanted` picks the step, such as
 * `before move`. Returns the step, or `null` if there was none.
 */
export async function deleteAfterCall(
  demo: Demo,
  provider: MailProvider,
  isWanted: (step: string, number: number) => boolean,
): Promise<string | null> {
  const { ctx, world } = demo
  const deliver = createDelivery(world)
  const ann = await newSignedInUser(demo)
  const userId = await loadUserId(ctx.db, ann.email)
  const store = demo.newMailbox(provider)
  const sender = `dale@pitches-of-${store.address.split('@')[1]}`
  const arrive = () => deliver(store, { ...pitch, from: `Dale <${sender}>` })
  deliver(store, { ...question, from: 'Carla <carla@customer.example>' })
  await demo.connect(ann, provider, store)
  // The first mailbox begins Pro, which is needed to switch replies on.
  await demo.allowReplies(ann)

  let steps = 0
  const interrupted: string[] = []
  const pass = async (step: string) => {
    if (interrupted.length > 0 || !isWanted(step, steps++)) return
    interrupted.push(step)
    expect((await demo.request('DELETE', '/api/auth/account', { ...ann, body })).status).toBe(200)
    await demo.runJobsUntilIdle()
  }
  const watched: Context = {
    ...ctx,
    mail: {
      ...ctx.mail,
      openMailbox: async (grantId) => watch(await ctx.mail.openMailbox(grantId), pass),
    },
  }
  await demo.jobs.drain(watched, handlers)
  const [mailbox] = await ctx.db.select().from(mailboxes).where(eq(mailboxes.userId, userId))
  if (mailbox) {
    arrive()
    await ctx.jobs.enqueue(ctx.db, syncMailboxJob, { mailboxId: mailbox.id })
    await demo.jobs.drain(watched, handlers)
  }
  const [step] = interrupted
  if (step === undefined) return null

  // Notifications of what arrived before the deletion may be on their way.
  await demo.clock.advance(10_000)
  const [notified, sent] = [world.record.notifications.length, world.record.sends.length]
  arrive()
  await demo.clock.advance(10_000)
  await demo.runJobsUntilIdle()
  const isAfter = `after a deletion ${step}`
  expect(world.record.notifications.slice(notified), `push ${isAfter}`).toEqual([])
  expect(world.record.sends, `sent messages ${isAfter}`).toHaveLength(sent)
  // Microsoft has no API to revoke one app's access.
  if (provider === 'gmail') expect(world.record.isGranted(store), `access ${isAfter}`).toBe(false)
  const dump = (await dumpTables(ctx.db)).split('\n')
  const find = (word: string) => dump.filter((line) => line.includes(word))
  // Only the tombstone.
  expect(find(userId), `the user’s id ${isAfter}`).toHaveLength(1)
  for (const word of [ann.email, store.address, sender])
    expect(find(word), `rows ${isAfter}`).toEqual([])
  return step
}

/** Passes all calls on, and awaits `pass` before and after each. */
function watch<Watched extends object>(
  watched: Watched,
  pass: (step: string) => Promise<void>,
): Watched {
  return new Proxy(watched, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'object' && value !== null) return watch(value, pass)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        await pass(`before ${String(name)}`)
        const answer: unknown = await Reflect.apply(value, target, args)
        await pass(`after ${String(name)}`)
        return answer
      }
    },
  })
}
