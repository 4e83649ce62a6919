import { senderReputations } from '@doorman/db/schema'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { SenderReputation } from '@doorman/domain/screening/sender-facts'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type SenderWithReputation = {
  readonly address: string
  readonly reputation: SenderReputation
  readonly setAt: Date
}

const sendersPerPage = 200

/** The current reputation of each sender, latest first. An unknown `before` gives an empty page. */
export async function listSenderReputations(
  { db }: Context,
  { userId }: Actor,
  { before }: { readonly before?: string | undefined },
): Promise<SenderWithReputation[]> {
  const { address, reputation, setAt, decisionId } = senderReputations
  const latest = db
    .selectDistinctOn([address], { address, reputation, setAt })
    .from(senderReputations)
    .where(eq(senderReputations.userId, userId))
    .orderBy(asc(address), desc(setAt), desc(decisionId))
  const senders = db.$with('senders').as(latest)
  const isAfter =
    before === undefined
      ? undefined
      : sql`(${senders.setAt}, ${senders.address}) < (select "set_at", "address" from "senders" where "address" = ${normaliseAddress(before)})`
  return db
    .with(senders)
    .select()
    .from(senders)
    .where(isAfter)
    .orderBy(desc(senders.setAt), desc(senders.address))
    .limit(sendersPerPage)
}
