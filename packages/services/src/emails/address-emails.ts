import { storeConfirmationLink, type ConfirmationPurpose } from '@doorman/db/queries/link-tokens'
import { addressChanges } from '@doorman/db/schema'
import type { AddressEmail } from '@doorman/notify/notify'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from '../ports/context.ts'
import type { OrderedEmail } from './ordered-email.ts'

/**
 * Asks one of the two addresses to confirm a change. `null` if that address has confirmed, or if
 * the change was applied, cancelled or replaced. If one of these happens between the check and the
 * insert, the foreign key refuses the token, and the next attempt finds the change gone.
 */
export function composeConfirmation(kind: ConfirmationPurpose) {
  const { id, appliedAt, expiresAt, oldConfirmedAt, newConfirmedAt } = addressChanges
  const confirmedAt = kind === 'confirm-old-address' ? oldConfirmedAt : newConfirmedAt
  return async (ctx: Context, { email, user }: OrderedEmail): Promise<AddressEmail | null> => {
    const [change] = await ctx.db
      .select()
      .from(addressChanges)
      .where(
        and(
          eq(id, sql`${email.subjectId}::uuid`),
          isNull(appliedAt),
          isNull(confirmedAt),
          gt(expiresAt, ctx.now()),
        ),
      )
    if (!change) return null
    // Derived from the email's id, so that an email that is sent twice has the same link.
    const token = ctx.signatures.sign(kind, email.id)
    await storeConfirmationLink(ctx.db, {
      token,
      userId: user.id,
      purpose: kind,
      addressChangeId: change.id,
      expiresAt: change.expiresAt,
    })
    const url = `${ctx.publicUrl}/confirm-address?token=${token}`
    return { kind, url, newAddress: change.newEmail }
  }
}

/** Goes to the address that the user had before. */
export async function composeAddressChanged(
  { publicUrl }: Context,
  { user }: OrderedEmail,
): Promise<AddressEmail> {
  return { kind: 'address-changed', url: `${publicUrl}/#contact`, newAddress: user.email }
}
