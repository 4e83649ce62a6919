import { storeAccountLink, type AccountPurpose } from '@doorman/db/queries/link-tokens'
import { users } from '@doorman/db/schema'
import { hourMs } from '@doorman/domain/time'
import type { AccountEmail, NewUser } from '@doorman/notify/notify'
import type { Context } from '../ports/context.ts'
import type { OrderedEmail } from './ordered-email.ts'

const linkLifetimeMs = hourMs

export function composeAccountEmail(kind: AccountEmail['kind'], path: `/${string}`) {
  return async ({ publicUrl }: Context): Promise<AccountEmail> => ({
    kind,
    url: `${publicUrl}${path}`,
  })
}

/**
 * An email with a link to the account. The token is derived from the email's id, so that an email
 * that is sent twice has the same link: mail programs show only one of the two.
 */
export function composeLinkEmail(kind: AccountPurpose) {
  return async (ctx: Context, { email, user }: OrderedEmail): Promise<AccountEmail | null> => {
    if (kind === 'verify-email' && user.emailVerified) return null
    const token = ctx.signatures.sign(kind, email.id)
    const expiresAt = new Date(ctx.now().getTime() + linkLifetimeMs)
    await storeAccountLink(ctx.db, { token, userId: user.id, purpose: kind, expiresAt })
    return { kind, url: `${ctx.publicUrl}/${kind}?token=${token}` }
  }
}

/** Goes to the operator, not to the user. */
export async function composeNewUser(
  { db, publicUrl }: Context,
  { user }: OrderedEmail,
): Promise<NewUser> {
  return {
    kind: 'new-user',
    url: `${publicUrl}/admin`,
    address: user.email,
    userCount: await db.$count(users),
  }
}
