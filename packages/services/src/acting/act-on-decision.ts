import {
  findOpenMailbox,
  findReachableMailbox,
  noteNeedsReconnect,
} from '@doorman/db/queries/mailboxes'
import type { DecisionId, MailboxId } from '@doorman/domain/ids'
import { MailError } from '@doorman/mail/mail-error'
import type { Mailbox } from '@doorman/mail/mailbox'
import type { Context } from '../context.ts'
import { finish, letGo, takeOn, type End, type Task } from './task.ts'
import { toMove } from './to-move.ts'

/**
 * Brings a message where the last word wants it: out of the inbox as we decided,
 * or wherever its user said since. Doing it twice is doing it once. What the user
 * does while we are at it stands, here and in the mailbox.
 */
export async function actOnDecision(
  ctx: Context,
  { mailboxId, decisionId }: { mailboxId: MailboxId; decisionId: DecisionId },
): Promise<void | 'given-up' | 'not-yet'> {
  let end: End = 'done'
  const taken = await takeOn(ctx, decisionId)
  // Who is at it may be dead, and nobody can tell before its time is up.
  if (taken === 'held') return 'not-yet'
  let task = taken
  while (task) {
    try {
      end = await carryOut(ctx, mailboxId, task)
    } catch (error) {
      await letGo(ctx, task)
      throw error
    }
    task = await finish(ctx, task, end)
  }
  if (end === 'given-up') return end
}

async function carryOut(ctx: Context, mailboxId: MailboxId, task: Task): Promise<End> {
  // Who pauses a mailbox wants it left alone, and to be heard all the same.
  const find = task.state === 'pending' ? findOpenMailbox : findReachableMailbox
  const row = await find(ctx.db, mailboxId)
  if (!row) return 'left'
  try {
    return await move(await ctx.mail.openMailbox(row.grantId), task)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    switch (error.failure) {
      case 'gone':
        return 'gone'
      case 'access-revoked':
      case 'permission-missing':
        await noteNeedsReconnect(ctx.db, row)
        return 'left'
      case 'too-large':
      case 'refused':
        return 'given-up'
      case 'rate-limited':
      case 'unavailable':
        throw error
    }
  }
}

async function move(mailbox: Mailbox, { messageId, state, actedAt }: Task): Promise<End> {
  const { place } = await mailbox.loadMail(messageId)
  // The user's own hand was there, and only a move of ours can have come after it.
  if (actedAt !== null && place !== 'set-aside') return 'done'
  const to = toMove(state, place)
  if (to === 'gone') return 'gone'
  if (to !== 'stay') await mailbox.move(messageId, to)
  return 'done'
}
