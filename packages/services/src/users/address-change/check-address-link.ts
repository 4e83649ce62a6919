import { findConfirmation } from '@doorman/db/queries/link-tokens'
import { addressChanges } from '@doorman/db/schema'
import { eq } from 'drizzle-orm'
import type { Visitor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { expiredLink } from '../expired-link.ts'

export type CheckedChange = {
  readonly newEmail: string
  /** Whether the address that got this link has confirmed the change. */
  readonly isConfirmed: boolean
  readonly isApplied: boolean
}

/** What a link would confirm. Changes nothing, so that link scanners do no harm. */
export async function checkAddressLink(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<CheckedChange> {
  await ctx.limits.count('link-ip', visitor.network)
  const link = await findConfirmation(ctx.db, { token, now: ctx.now() })
  if (!link) throw expiredLink()
  const [change] = await ctx.db
    .select()
    .from(addressChanges)
    .where(eq(addressChanges.id, link.addressChangeId))
  if (!change) throw expiredLink()
  const { newEmail, oldConfirmedAt, newConfirmedAt, appliedAt } = change
  const confirmedAt = link.purpose === 'confirm-old-address' ? oldConfirmedAt : newConfirmedAt
  return { newEmail, isConfirmed: confirmedAt !== null, isApplied: appliedAt !== null }
}
