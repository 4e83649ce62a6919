import type { MailboxHarness } from './mailbox-harness.ts'
import { describeChanges } from './mailbox-changes.ts'
import { describeLocations } from './mailbox-locations.ts'
import { describeKept } from './mailbox-kept.ts'
import { describeMoves } from './mailbox-moves.ts'
import { describeReplies } from './mailbox-replies.ts'
import { describeSent } from './mailbox-sent.ts'
import { describeSeveral } from './mailbox-several.ts'

/** The contract of `Mailbox`. Each adapter and `FakeMailbox` run it. */
export function describeMailbox(name: string, createHarness: () => Promise<MailboxHarness>): void {
  describeChanges(name, createHarness)
  describeMoves(name, createHarness)
  describeSeveral(name, createHarness)
  describeSent(name, createHarness)
  describeLocations(name, createHarness)
  describeKept(name, createHarness)
  describeReplies(name, createHarness)
}
