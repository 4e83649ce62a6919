import { decisions, mailboxes, senderReputations } from '@doorman/db/schema'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import type { SenderReputation } from '@doorman/domain/screening/sender-facts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

export type SenderWithReputation = {
  readonly address: string
  readonly reputation: SenderReputation
  readonly setAt: Date
  /** The email that was restored or reported, and by whom. Null once its mailbox is disconnected. */
  readonly source: { readonly subject: string; readonly by: 'user' | 'sender' } | null
}

const sendersPerPage = 200

/**
 * The current reputation of each sender, latest first. An unknown `before` gives an empty page.
 * `search` finds parts of addresses.
 */
export async function listSenderReputations(
  { db }: Context,
  { userId }: Actor,
  {
    before,
    search,
  }: { readonly before?: string | undefined; readonly search?: string | undefined },
): Promise<SenderWithReputation[]> {
  const { address, reputation, setAt, decisionId } = senderReputations
  const wanted = normaliseAddress(search ?? '')
  const latest = db
    .selectDistinctOn([address], { address, reputation, setAt, decisionId })
    .from(senderReputations)
    .where(
      and(
        eq(senderReputations.userId, userId),
        wanted === '' ? undefined : sql`position(${wanted} in ${address}) > 0`,
      ),
    )
    .orderBy(asc(address), desc(setAt), desc(decisionId))
  const senders = db.$with('senders').as(latest)
  const isAfter =
    before === undefined
      ? undefined
      : sql`(${senders.setAt}, ${senders.address}) < (select "set_at", "address" from "senders" where "address" = ${normaliseAddress(before)})`
  const page = db
    .with(senders)
    .select()
    .from(senders)
    .where(isAfter)
    .orderBy(desc(senders.setAt), desc(senders.address))
    .limit(sendersPerPage)
    .as('page')
  const rows = await db
    .select({
      address: page.address,
      reputation: page.reputation,
      setAt: page.setAt,
      mailboxId: mailboxes.id,
      subject: decisions.subject,
      restoredBy: decisions.restoredBy,
    })
    .from(page)
    .leftJoin(decisions, eq(decisions.id, page.decisionId))
    .leftJoin(mailboxes, and(eq(mailboxes.id, decisions.mailboxId), eq(mailboxes.userId, userId)))
    .orderBy(desc(page.setAt), desc(page.address))
  return rows.map(({ mailboxId, subject, restoredBy, ...sender }) => ({
    ...sender,
    source: mailboxId && {
      subject: subject ?? '',
      by: sender.reputation === 'trusted' ? (restoredBy ?? 'user') : 'user',
    },
  }))
}
