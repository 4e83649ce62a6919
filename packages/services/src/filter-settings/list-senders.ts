import type { Standing } from '@doorman/db/queries/known-senders'
import { knownSenders } from '@doorman/db/schema'
import { normaliseAddress } from '@doorman/domain/email-address'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'

export type KnownSender = {
  readonly address: string
  readonly standing: Standing
  readonly settledAt: Date
}

const sendersPerPage = 200

/** The last word about each sender, the latest first. After a sender who is not there, there is nobody. */
export async function listSenders(
  { db }: Context,
  { userId }: Actor,
  { before }: { readonly before?: string | undefined },
): Promise<KnownSender[]> {
  const lastWords = db
    .selectDistinctOn([knownSenders.address], {
      address: knownSenders.address,
      standing: knownSenders.standing,
      settledAt: knownSenders.settledAt,
    })
    .from(knownSenders)
    .where(eq(knownSenders.userId, userId))
    .orderBy(asc(knownSenders.address), desc(knownSenders.settledAt), desc(knownSenders.decisionId))
  const senders = db.$with('senders').as(lastWords)
  const isAfter =
    before === undefined
      ? undefined
      : sql`(${senders.settledAt}, ${senders.address}) < (select "settled_at", "address" from "senders" where "address" = ${normaliseAddress(before)})`
  return db
    .with(senders)
    .select()
    .from(senders)
    .where(isAfter)
    .orderBy(desc(senders.settledAt), desc(senders.address))
    .limit(sendersPerPage)
}
