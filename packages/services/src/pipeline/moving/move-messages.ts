import type { MailboxId, ProviderMessageId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import { callTimeoutMs, type Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../../ports/context.ts'
import { moveMessageJob, moveMessagesJob, type Attempt, type JobOutcome } from '../../ports/jobs.ts'
import { resolveMailFailure } from '../mail-failure.ts'
import { completeMoves, completeQuietMoves, type Move, type MoveResult } from './complete-moves.ts'
import { leaseDueMoves, type DueMoves } from './lease-due-moves.ts'
import { nextMove, type Circumstances } from './next-move.ts'

/**
 * Moves the messages of a mailbox that are waiting for it, some at a time, and enqueues itself while
 * there are more. The quick way: whatever is unusual about a message (it fails, its user acts on it
 * meanwhile, a worker died over it) gives it a job of its own, `move-message`. Idempotent.
 */
export async function moveMessages(
  ctx: Context,
  { mailboxId }: { mailboxId: MailboxId },
  attempt?: Attempt,
): Promise<JobOutcome> {
  const due = await leaseDueMoves(ctx, mailboxId)
  if (!due) return
  if (due.leases.length + due.unfinished.length === 0)
    return due.isAnyLeased ? 'not-yet' : undefined
  const { moves, failure } = await moveLeased(ctx, due)
  // Leases held by others may belong to an earlier attempt of this job, whose worker died. No other
  // job would move those messages, so this one is tried again until the leases have ended.
  const isNotYet = due.isAnyLeased && !due.hasMore
  const isAll = !due.hasMore && !due.isAnyLeased && due.unfinished.length === 0
  if (attempt && isAll && !failure && (await completeQuietMoves(ctx, moves, attempt)))
    return 'completed'
  await completeMoves(ctx, mailboxId, moves, async (tx, alone) => {
    // The retry of this job gives the messages jobs of their own.
    if (failure) return
    // By id, as in applyAction: the two could otherwise deadlock over deduplication keys.
    const ids = [...alone, ...due.unfinished].toSorted()
    await ctx.jobs.enqueueAll(
      tx,
      moveMessageJob,
      ids.map((decisionId) => ({ mailboxId, decisionId })),
    )
    if (due.hasMore) await ctx.jobs.enqueue(tx, moveMessagesJob, { mailboxId })
    if (!isNotYet) await attempt?.complete(tx)
  })
  if (failure) throw failure.error
  if (isNotYet) return 'not-yet'
  return attempt && 'completed'
}

type Round = {
  /** One for each lease. */
  readonly moves: readonly Move[]
  /** The queue must retry the job. Some messages may have been moved before. */
  readonly failure: { readonly error: unknown } | null
}

async function moveLeased(
  ctx: Context,
  { mailbox, leases, leasedUntil }: DueMoves,
): Promise<Round> {
  const results = new Map<ProviderMessageId, MoveResult>()
  const asked = new Set<ProviderMessageId>()
  const toRound = (
    otherwise: MoveResult,
    { ifAsked = otherwise, failure = null }: { ifAsked?: MoveResult } & Partial<Round> = {},
  ): Round => ({
    moves: leases.map((lease) => {
      const id = lease.providerMessageId
      return { lease, result: results.get(id) ?? (asked.has(id) ? ifAsked : otherwise) }
    }),
    failure,
  })
  if (leases.length === 0) return toRound('alone')
  // After the lease has ended, our move races with another worker's for a newer action.
  const hasTime = () => ctx.now().getTime() + callTimeoutMs <= leasedUntil.getTime()
  try {
    const box = await ctx.mail.openMailbox(mailbox.grantId, mailbox)
    const { isObserveOnly } = mailbox
    await moveTogether(box, leases, { isObserveOnly, now: ctx.now() }, { results, asked, hasTime })
    return toRound('alone')
  } catch (error) {
    if (error instanceof MailError && error.failure === 'rate-limited')
      return toRound('postponed', { failure: { error } })
    try {
      const forJob = await resolveMailFailure(ctx, mailbox, error)
      if (forJob === 'needs-reconnect') return toRound('postponed', { ifAsked: 'unfinished' })
      return toRound('alone')
    } catch {
      return toRound('alone', { failure: { error } })
    }
  }
}

/** Messages without a result are left to jobs of their own. */
async function moveTogether(
  box: Mailbox,
  leases: DueMoves['leases'],
  circumstances: Circumstances,
  {
    results,
    asked,
    hasTime,
  }: {
    readonly results: Map<ProviderMessageId, MoveResult>
    /** Messages that the provider was asked to move. */
    readonly asked: Set<ProviderMessageId>
    readonly hasTime: () => boolean
  },
): Promise<void> {
  const locations = await box.locateMessages(leases.map((lease) => lease.providerMessageId))
  const found = leases.flatMap((lease) => {
    const id = lease.providerMessageId
    const location = locations.get(id)
    if (location === undefined) return []
    return { id, to: location === 'gone' ? location : nextMove(lease, location, circumstances) }
  })
  for (const [to, messages] of Map.groupBy(found, (message) => message.to)) {
    const ids = messages.map(({ id }) => id)
    if (to === 'gone' || to === 'observed') for (const id of ids) results.set(id, to)
    else if (to === 'stay') for (const id of ids) results.set(id, 'done')
    else if (hasTime()) {
      for (const id of ids) asked.add(id)
      const failed = await box.moveMessages(ids, to)
      for (const id of ids) if (!failed.has(id)) results.set(id, 'done')
    }
  }
}
