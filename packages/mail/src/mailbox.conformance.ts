import type { Bench } from './mailbox-bench.conformance.ts'
import { describeChanges } from './mailbox-changes.conformance.ts'
import { describeKept } from './mailbox-kept.conformance.ts'
import { describeMoves } from './mailbox-moves.conformance.ts'
import { describeReplies } from './mailbox-replies.conformance.ts'
import { describeSent } from './mailbox-sent.conformance.ts'

/** The manners every mailbox must have. Every adapter runs this against its simulator; the fake runs it too. */
export function describeMailbox(name: string, createBench: () => Promise<Bench>): void {
  describeChanges(name, createBench)
  describeMoves(name, createBench)
  describeSent(name, createBench)
  describeKept(name, createBench)
  describeReplies(name, createBench)
}
