import type { Db } from '@doorman/db/client'
import { settleSender, unsettleSenders } from '@doorman/db/queries/known-senders'
import { changeLessons } from '@doorman/db/queries/lessons'
import { pinUser } from '@doorman/db/queries/users'
import { decisions } from '@doorman/db/schema'
import type { DecisionId, UserId } from '@doorman/domain/ids'
import { learn, unlearn, type Lessons } from '@doorman/domain/lessons'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from './context.ts'
import { countReturns } from './count-returns.ts'
import { actOnDecisionJob } from './jobs.ts'

/** What a user says about a message that was set aside: back with it, away with it, or as it was. */
export type Word = 'restored' | 'spam' | 'undone'

/** What was last said about a message, as a user sees it. */
export type Said = 'restored' | 'spam' | 'none'

type Filtered = typeof decisions.$inferSelect

type Saying = {
  readonly userId: UserId
  readonly word: Word
  /** Which decisions it is about. Whose they are is for the caller to see to. */
  readonly about: SQL | undefined
  /** What the user had before them; where something else was said since, the word does not count. */
  readonly seen?: Said | undefined
  /** The user's own hand has moved the message already. */
  readonly isByHand?: boolean
  /** A sender may speak for themselves; the user can take that back as well. */
  readonly by?: 'user' | 'sender'
}

/**
 * Takes down a user's word with all that follows: where the message belongs, a
 * job that brings it there, what its sender is to the user, what there is to
 * learn and how the day is counted. Saying it twice is saying it once; saying the opposite replaces it. Gives
 * the decisions it counts for.
 */
export async function takeWord(
  ctx: Context,
  tx: Db,
  { userId, word, about, seen, isByHand = false, by = 'user' }: Saying,
): Promise<readonly DecisionId[]> {
  await pinUser(tx, userId)
  const asked = await tx
    .select()
    .from(decisions)
    .where(and(eq(decisions.outcome, 'filter'), about))
    .orderBy(asc(decisions.id))
    .for('no key update')
  const found = asked.filter((decision) => isAsSeen(decision, word, seen))
  const heard = found.filter((decision) => word !== 'undone' || hasSpoken(decision))
  const ids = heard.map(({ id }) => id)
  if (ids.length > 0) {
    const now = ctx.now()
    await tx
      .update(decisions)
      .set({
        state: stateAfter[word],
        saidAt: now,
        actedAt: isByHand ? now : null,
        restoredBy: word === 'restored' ? by : null,
      })
      .where(inArray(decisions.id, ids))
    await rememberSenders(tx, userId, word, heard, now)
    await changeLessons(tx, userId, (known) => relearn(known, word, heard, now))
  }
  if (!isByHand)
    await ctx.jobs.enqueueAll(
      tx,
      actOnDecisionJob,
      heard.map(({ id, mailboxId }) => ({ decisionId: id, mailboxId })),
    )
  // Last, for whoever decides about new mail counts on the same row.
  await countReturns(tx, userId, heard, { areBack: word === 'restored' })
  return found.map(({ id }) => id)
}

const stateAfter = { restored: 'restored', spam: 'spam', undone: 'done' } as const

/** Two who say the same do not contradict each other, whatever they saw. */
function isAsSeen({ state }: Filtered, word: Word, seen: Said | undefined): boolean {
  const said = toSaid(state)
  return seen === undefined || said === seen || said === saidAfter[word]
}

const saidAfter = { restored: 'restored', spam: 'spam', undone: 'none' } as const

export function toSaid(state: Filtered['state']): Said {
  return state === 'restored' || state === 'spam' ? state : 'none'
}

/** There is something to take back only where something was said, be the message gone since. */
function hasSpoken({ state, saidAt }: Filtered): boolean {
  return saidAt !== null && state !== 'done'
}

async function rememberSenders(
  tx: Db,
  userId: UserId,
  word: Word,
  heard: readonly Filtered[],
  settledAt: Date,
): Promise<void> {
  if (word === 'undone') {
    const ids = heard.map(({ id }) => id)
    return unsettleSenders(tx, userId, ids)
  }
  const standing = word === 'restored' ? 'trusted' : 'blocked'
  for (const { id: decisionId, senderAddress: address } of heard)
    if (address !== null)
      await settleSender(tx, { userId, address, standing, settledAt, decisionId })
}

function relearn(known: Lessons, word: Word, heard: readonly Filtered[], now: Date): Lessons {
  const others = heard.reduce((lessons, { id }) => unlearn(lessons, id), known)
  if (word === 'undone') return others
  const act = word === 'restored' ? 'restored' : 'reported'
  const acts = heard.flatMap(({ id, senderAddress: sender, category, signals }) =>
    sender === null || category === null
      ? []
      : [{ id, act, actedAtMs: now.getTime(), sender, category, signals } as const],
  )
  return learn(others, ...acts)
}
