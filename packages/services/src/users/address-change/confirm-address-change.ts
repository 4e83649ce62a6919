import type { Db } from '@doorman/db/client'
import { isUniqueViolation } from '@doorman/db/queries/is-unique-violation'
import { endAccountLinks, findConfirmation } from '@doorman/db/queries/link-tokens'
import { lockUser } from '@doorman/db/queries/lock-user'
import { addressChanges, users } from '@doorman/db/schema'
import { AppError } from '@doorman/domain/app-error'
import { eq } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Visitor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { changeCustomerAddressJob } from '../../ports/jobs.ts'
import { confirmAddress } from '../confirm-address.ts'
import { expiredLink } from '../expired-link.ts'
import type { AddressChange } from './load-address-change.ts'

/**
 * Confirms a change of address for one of the two addresses. The second confirmation applies it.
 * Idempotent: the answer to the first click may be lost.
 *
 * The two confirmations race: each could see the other missing, and neither would apply the change.
 * The user's lock orders them. Login sessions stay: the user has proved both addresses.
 */
export async function confirmAddressChange(
  ctx: Context,
  visitor: Visitor,
  { token }: { readonly token: string },
): Promise<{ readonly isApplied: boolean }> {
  await ctx.limits.count('link-ip', visitor.network)
  const outcome = await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const link = await findConfirmation(tx, { token, now })
    const user = link && (await lockUser(tx, link.userId))
    if (!user) throw expiredLink()
    const isThisChange = eq(addressChanges.id, link.addressChangeId)
    const [change] = await tx.select().from(addressChanges).where(isThisChange)
    if (!change || change.expiresAt <= now) throw expiredLink()
    if (change.appliedAt) return 'applied'

    const { oldConfirmedAt, newConfirmedAt } = change
    const confirmed =
      link.purpose === 'confirm-old-address'
        ? { oldConfirmedAt: oldConfirmedAt ?? now, newConfirmedAt }
        : { oldConfirmedAt, newConfirmedAt: newConfirmedAt ?? now }
    await tx.update(addressChanges).set(confirmed).where(isThisChange)
    if (!confirmed.oldConfirmedAt || !confirmed.newConfirmedAt) return 'waiting'
    return apply(ctx, tx, change, user.email)
  })
  if (outcome === 'taken')
    throw new AppError(
      'conflict',
      'Another account uses this address by now. Your address stays as it is.',
    )
  return { isApplied: outcome === 'applied' }
}

/** A registration of the same address races with it: the unique constraint lets one through. */
async function apply(
  ctx: Context,
  tx: Db,
  { id, userId, newEmail }: AddressChange,
  oldEmail: string,
): Promise<'applied' | 'taken'> {
  const now = ctx.now()
  try {
    await tx.transaction((savepoint) =>
      savepoint.update(users).set({ email: newEmail, updatedAt: now }).where(eq(users.id, userId)),
    )
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await tx.delete(addressChanges).where(eq(addressChanges.id, id))
    return 'taken'
  }
  await tx.update(addressChanges).set({ appliedAt: now }).where(eq(addressChanges.id, id))
  // Links at the old address must not open the account any more.
  await endAccountLinks(tx, userId, now)
  await confirmAddress(ctx, tx, userId)
  await orderEmails(ctx, tx, [
    { userId, kind: 'address-changed', subjectId: id, recipient: oldEmail },
  ])
  await ctx.jobs.enqueue(tx, changeCustomerAddressJob, { userId })
  return 'applied'
}
