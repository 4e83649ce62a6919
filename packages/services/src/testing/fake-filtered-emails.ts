import { decisions } from '@doorman/db/schema'
import type { DecisionId, ProviderMessageId } from '@doorman/domain/ids'
import { eq } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { FakeInbox, FakeMessage, FakePipeline } from './fake-pipeline.ts'

export type FilteredMessage = {
  readonly id: DecisionId
  readonly providerMessageId: ProviderMessageId
}

export const actorOf = ({ userId }: FakeInbox): Actor => ({ userId, sessionId: 'a session' })

/** Receives a message that is judged as cold and set aside. */
export async function receiveAndSetAside(
  { sync, judgeAll }: FakePipeline,
  inbox: FakeInbox,
  message: FakeMessage = {},
): Promise<FilteredMessage> {
  judgeAll('cold')
  const providerMessageId = inbox.receive(message)
  await sync(inbox)
  const decision = (await inbox.decisions()).find(
    (one) => one.providerMessageId === providerMessageId,
  )
  if (decision?.state !== 'set-aside') throw new Error('The message was not set aside')
  return { id: decision.id, providerMessageId }
}

/** Removes a decision's sender, as in rows of an earlier version that filtered messages without one. */
export async function forgetSender({ ctx }: FakePipeline, id: DecisionId): Promise<void> {
  await ctx.db
    .update(decisions)
    .set({ senderName: null, senderAddress: null })
    .where(eq(decisions.id, id))
}
