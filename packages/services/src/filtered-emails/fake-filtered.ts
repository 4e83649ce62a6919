import type { DecisionId, MailId } from '@doorman/domain/ids'
import type { Actor } from '../context.ts'
import type { FakeInbox, FakeLetter, FakePipeline } from '../fake-pipeline.ts'

export type Filtered = { readonly id: DecisionId; readonly messageId: MailId }

export const actorOf = ({ userId }: FakeInbox): Actor => ({ userId, sessionId: 'a session' })

/** A mail that arrives, is found cold and is set aside. */
export async function setAsideIn(
  { sync, judgeAll }: FakePipeline,
  inbox: FakeInbox,
  letter: FakeLetter = {},
): Promise<Filtered> {
  judgeAll('cold')
  const messageId = inbox.receive(letter)
  await sync(inbox)
  const decision = (await inbox.decisions()).find((one) => one.messageId === messageId)
  if (decision?.state !== 'done') throw new Error('It was not set aside')
  return { id: decision.id, messageId }
}
