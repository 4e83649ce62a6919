import type { Db } from '@doorman/db/client'
import { prepareSql } from '@doorman/db/prepared'
import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import type { Decision } from '@doorman/domain/screening/decide'
import { toDayIn } from '@doorman/domain/time'
import type { ReceivedMessage } from '@doorman/mail/mailbox'
import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Context } from '../../ports/context.ts'
import { grantAppealJob, moveMessagesJob } from '../../ports/jobs.ts'
import { keep, type Screening } from './screening.ts'

/** The mailbox and its user, read in the transaction that stores the decisions. */
export type Owner = {
  readonly mailboxId: MailboxId
  readonly timeZone: string
  readonly isObserveOnly: boolean
}

export type Screened = {
  readonly providerMessageId: ProviderMessageId
  readonly screening: Screening
  readonly isNewArrival: boolean
  /** Read in the transaction. */
  readonly wasMovedToInbox: boolean
}

/**
 * Stores decisions, the jobs that follow from them and the counts of their days, in the caller's
 * transaction. Returns the outcomes that were stored. A message that is decided already is left
 * out.
 *
 * Lock order: the caller has locked the mailbox; then jobs, decisions, daily_counts. No other
 * transaction can lock the new decisions, so they may come after the jobs, in one statement with
 * the counts. That statement comes last: most screenings of a mailbox update the same row of
 * daily_counts, today's, and wait for each other from there to the commit.
 */
export async function addDecisions(
  ctx: Context,
  tx: Db,
  owner: Owner,
  screened: readonly Screened[],
): Promise<readonly Decision['outcome'][]> {
  if (screened.length === 0) return []
  const rows = screened.map((one) => toRow(ctx, owner, one))
  if (rows.some(({ outcome }) => outcome === 'filter'))
    await ctx.jobs.enqueue(tx, moveMessagesJob, { mailboxId: owner.mailboxId })
  const appealed = screened.flatMap(({ screening }) =>
    'appealedReply' in screening && screening.appealedReply ? [screening.appealedReply] : [],
  )
  if (appealed.length > 0)
    await ctx.jobs.enqueueAll(
      tx,
      grantAppealJob,
      appealed.map((replyId) => ({ replyId })),
    )
  return insertDecisions(ctx, tx, owner, rows)
}

/** Whether the messages stay in the inbox, whatever the user does meanwhile, and no job follows. */
export function areAllKept(screened: readonly Screened[]): boolean {
  return screened.every(
    ({ screening }) => screening.decision.outcome === 'keep' && !('appealedReply' in screening),
  )
}

/** The values of `toInserts` for kept messages. With them, it stores what `addDecisions` would. */
export function toKeptDecisions(
  ctx: Context,
  owner: Owner,
  screened: readonly Screened[],
): InsertValues {
  return toInsertValues(
    ctx,
    owner,
    screened.map((one) => toRow(ctx, owner, one)),
  )
}

/** To be called after the commit. */
export function countDecisions(
  { meter }: Pick<Context, 'meter'>,
  outcomes: readonly Decision['outcome'][],
): void {
  for (const outcome of outcomes) meter.countDecision(outcome)
}

/**
 * What the user did while the message was being judged counts. A sync marks a message that the user
 * moved to the inbox, and the user may have made the mailbox observe-only: without this second look,
 * the message would be filtered all the same.
 */
function respectUser({ screening, wasMovedToInbox }: Screened, isObserveOnly: boolean): Screening {
  const { decision, received } = screening
  if (decision.outcome === 'keep') return screening
  if (wasMovedToInbox) return keep('moved-to-inbox', received)
  if (!isObserveOnly || !('evidence' in screening)) return screening
  return { ...screening, decision: { outcome: 'observe', reason: decision.reason } }
}

type Row = ReturnType<typeof toRow>

/**
 * A kept message is stored with only its id, the reason and the time, nothing that names a person.
 */
function toRow(ctx: Context, { timeZone, isObserveOnly }: Owner, one: Screened) {
  const screening = respectUser(one, isObserveOnly)
  const { decision, received } = screening
  const isListed = decision.outcome !== 'keep' && 'evidence' in screening
  const evidence = isListed ? screening.evidence : null
  const message = isListed ? screening.received : null
  const from = message?.message.from
  return {
    providerMessageId: one.providerMessageId,
    outcome: decision.outcome,
    reason: decision.reason,
    receivedAt: received?.receivedAt ?? null,
    countedOn: toArrivalDay(timeZone, received, ctx.now()),
    threadId: message?.threadId ?? null,
    rfcMessageId: message?.rfcMessageId ?? null,
    senderName: from?.name ?? null,
    senderAddress: from?.address ?? null,
    viaContactForm: message?.message.viaContactForm === true,
    subject: message?.message.subject ?? null,
    category: evidence?.category ?? null,
    score: evidence?.score ?? null,
    signals: evidence?.signals ?? [],
    lessons: evidence?.lessons ?? [],
    redactions: evidence?.redactions ?? {},
    state: decision.outcome === 'filter' ? ('pending' as const) : null,
    mayReply: decision.outcome === 'filter' && decision.mayReply && one.isNewArrival,
  }
}

/** Never a day in the future, even if the message's server says so. */
function toArrivalDay(timeZone: string, received: ReceivedMessage | null, now: Date): string {
  const receivedAt = received?.receivedAt ?? now
  return toDayIn(timeZone, receivedAt < now ? receivedAt : now)
}

async function insertDecisions(
  ctx: Context,
  tx: Db,
  owner: Owner,
  all: readonly Row[],
): Promise<readonly Decision['outcome'][]> {
  const rows = await insertAll(tx, toInsertValues(ctx, owner, all))
  return rows.map(({ outcome }) => outcome)
}

const insertAll = prepareSql<InsertValues, { readonly outcome: Decision['outcome'] }>(
  (place) => sql`with ${toInserts(place, sql`true`)} select outcome from decided`,
)

/** The values of `toInserts`: for each column, an array with the values of all rows. */
export type InsertValues = {
  readonly mailboxId: MailboxId
  readonly decidedAt: Date
} & { readonly [Name in keyof Row]: readonly unknown[] }

function toInsertValues(
  ctx: Context,
  { mailboxId }: Pick<Owner, 'mailboxId'>,
  all: readonly Row[],
): InsertValues {
  return {
    mailboxId,
    decidedAt: ctx.now(),
    providerMessageId: all.map((row) => row.providerMessageId),
    outcome: all.map((row) => row.outcome),
    reason: all.map((row) => row.reason),
    receivedAt: all.map((row) => row.receivedAt),
    countedOn: all.map((row) => row.countedOn),
    threadId: all.map((row) => row.threadId),
    rfcMessageId: all.map((row) => row.rfcMessageId),
    senderName: all.map((row) => row.senderName),
    senderAddress: all.map((row) => row.senderAddress),
    viaContactForm: all.map((row) => row.viaContactForm),
    subject: all.map((row) => row.subject),
    category: all.map((row) => row.category),
    score: all.map((row) => row.score),
    signals: all.map((row) => row.signals.join(',')),
    lessons: all.map((row) => row.lessons.join(',')),
    redactions: all.map((row) => JSON.stringify(row.redactions)),
    state: all.map((row) => row.state),
    mayReply: all.map((row) => row.mayReply),
  }
}

/** The parts `decided` and `counted` of a statement, for any number of messages. */
export function toInserts(place: (name: keyof InsertValues) => Placeholder, condition: SQL): SQL {
  return sql`
    decided as (
      insert into decisions (mailbox_id, decided_at, provider_message_id, outcome, reason, received_at,
        counted_on, thread_id, rfc_message_id, sender_name, sender_address, subject, category, score,
        signals, lessons, redactions, state, may_reply, via_contact_form)
      select ${place('mailboxId')}, ${place('decidedAt')}::timestamptz, id, outcome, reason, received_at,
        counted_on, thread_id, rfc_message_id, sender_name, sender_address, subject, category, score,
        string_to_array(signals, ','), string_to_array(lessons, ','), redactions, state,
        may_reply, via_contact_form
      from unnest(
        ${place('providerMessageId')}::text[], ${place('outcome')}::text[],
        ${place('reason')}::text[], ${place('receivedAt')}::timestamptz[],
        ${place('countedOn')}::date[], ${place('threadId')}::text[],
        ${place('rfcMessageId')}::text[], ${place('senderName')}::text[],
        ${place('senderAddress')}::text[], ${place('subject')}::text[],
        ${place('category')}::text[], ${place('score')}::float8[],
        ${place('signals')}::text[], ${place('lessons')}::text[],
        ${place('redactions')}::jsonb[], ${place('state')}::text[],
        ${place('mayReply')}::boolean[], ${place('viaContactForm')}::boolean[])
        as judged (id, outcome, reason, received_at, counted_on, thread_id, rfc_message_id, sender_name,
          sender_address, subject, category, score, signals, lessons, redactions, state, may_reply,
          via_contact_form)
      where ${condition}
      on conflict do nothing
      returning outcome, counted_on),
    counted as (
      insert into daily_counts (mailbox_id, day_on, processed, filtered)
      select ${place('mailboxId')}, counted_on, count(*), count(*) filter (where outcome = 'filter')
      from decided group by counted_on order by counted_on
      on conflict (mailbox_id, day_on) do update set
        processed = daily_counts.processed + excluded.processed,
        filtered = daily_counts.filtered + excluded.filtered)`
}
