import { correspondentIndexes, correspondents } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import { consultIndex, findIndex } from '../pipeline/correspondents/consult-index.ts'
import { indexCorrespondents } from '../pipeline/correspondents/index-correspondents.ts'
import { syncMailbox } from '../pipeline/sync/sync-mailbox.ts'
import { openFakePipeline, type FakeInbox } from './fake-pipeline.ts'

/** A pipeline with mailboxes whose users have sent messages, and questions to their indexes. */
export async function openFakeWriters() {
  const world = await openFakePipeline()
  const { ctx, newInbox } = world

  const syncOnly = ({ id: mailboxId }: FakeInbox) => syncMailbox(ctx, { mailboxId })
  const readPages = ({ id: mailboxId }: FakeInbox, limits = {}) =>
    indexCorrespondents(ctx, { mailboxId }, limits)
  const indexOf = ({ id }: FakeInbox) => findIndex(ctx.db, id)

  /** The user has written to these addresses, in this order, to each in a message of its own. */
  function write({ box }: FakeInbox, ...addresses: string[]): void {
    for (const address of addresses)
      box.sentByUser.push({ to: [address], rfcMessageId: `<${box.sentByUser.length}@own>` })
  }

  async function knows(inbox: FakeInbox, sender: string): Promise<boolean> {
    const question = { sender, otherRecipients: [], references: [] }
    return (await consultIndex(ctx.db, ctx.keyRing, await indexOf(inbox), question))
      .hasWrittenToSender
  }

  const listCorrespondents = ({ id }: FakeInbox) =>
    ctx.db.select().from(correspondents).where(eq(correspondents.mailboxId, id))

  /** How often the user has written to each correspondent, ascending. */
  const countsOf = async (inbox: FakeInbox) =>
    (await listCorrespondents(inbox))
      .map(({ sentCount }) => sentCount)
      .toSorted((one, other) => one - other)

  /** A scanned mailbox whose user has written to `count` friends. Its index is not yet read. */
  async function newWriter(count: number, options?: Parameters<typeof newInbox>[0]) {
    const ann = await newInbox(options)
    ann.box.sentPageSize = 2
    write(ann, ...Array.from({ length: count }, (_, at) => `friend@f${at}.example`))
    await syncOnly(ann)
    return ann
  }

  const changeIndex = async (
    { id }: FakeInbox,
    change: Partial<typeof correspondentIndexes.$inferInsert>,
  ) => {
    await ctx.db
      .update(correspondentIndexes)
      .set(change)
      .where(eq(correspondentIndexes.mailboxId, id))
  }

  /** As after a restore of the database with a key ring that lacks the key. */
  const loseKey = (inbox: FakeInbox) =>
    changeIndex(inbox, { hashKey: 'sealed with a key that is lost' })

  return {
    ...world,
    syncOnly,
    readPages,
    indexOf,
    write,
    knows,
    listCorrespondents,
    countsOf,
    newWriter,
    changeIndex,
    loseKey,
  }
}
