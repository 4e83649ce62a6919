import { decisions, mailboxes } from '@doorman/db/schema'
import type { DecisionId, MailboxId, UserId } from '@doorman/domain/ids'
import type { Email, EmailKind } from '@doorman/notify/notify'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import { issueLinkToken } from './link-tokens.ts'

export type EmailOrder = {
  readonly userId: UserId
  readonly kind: EmailKind
  readonly decisionId?: DecisionId | undefined
  readonly mailboxId?: MailboxId | undefined
}

/** `null` if the email or mailbox it is about no longer exists. */
export async function composeEmail(ctx: Context, order: EmailOrder): Promise<Email | null> {
  const { userId, kind } = order
  switch (kind) {
    case 'verify-email':
    case 'reset-password': {
      const token = await issueLinkToken(ctx.db, { userId, purpose: kind, now: ctx.now() })
      return { kind, url: `${ctx.publicUrl}/${kind}?token=${token}` }
    }
    case 'password-changed':
    case 'address-taken':
      return { kind, url: `${ctx.publicUrl}/forgot-password` }
    case 'sender-let-in': {
      const address = await findSender(ctx, order)
      return address === null ? null : { kind, address, url: `${ctx.publicUrl}/filtered-emails` }
    }
    case 'mailbox-lost':
    case 'one-mailbox-active': {
      const address = await findMailbox(ctx, order)
      return address === null ? null : { kind, address, url: `${ctx.publicUrl}/accounts` }
    }
  }
}

async function findSender({ db }: Context, order: EmailOrder): Promise<string | null> {
  if (order.decisionId === undefined) return null
  const [decision] = await db
    .select({ address: decisions.senderAddress })
    .from(decisions)
    .innerJoin(mailboxes, eq(mailboxes.id, decisions.mailboxId))
    .where(and(eq(decisions.id, order.decisionId), eq(mailboxes.userId, order.userId)))
  return decision?.address ?? null
}

async function findMailbox({ db }: Context, order: EmailOrder): Promise<string | null> {
  if (order.mailboxId === undefined) return null
  const [mailbox] = await db
    .select({ address: mailboxes.address })
    .from(mailboxes)
    .where(and(eq(mailboxes.id, order.mailboxId), eq(mailboxes.userId, order.userId)))
  return mailbox?.address ?? null
}
