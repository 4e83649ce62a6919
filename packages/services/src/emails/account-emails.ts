import { storeAccountLink, type AccountPurpose } from '@doorman/db/queries/link-tokens'
import { accounts, emails, users } from '@doorman/db/schema'
import { hourMs } from '@doorman/domain/time'
import type { AccountEmail, NewUser } from '@doorman/notify/notify'
import { and, eq, gt, or } from 'drizzle-orm'
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
 *
 * `null` if the link has been used or has expired, or if a newer email of this kind was ordered: its
 * link may have arrived, and storing the older link would end it.
 */
export function composeLinkEmail(kind: AccountPurpose) {
  return async (ctx: Context, { email, user }: OrderedEmail): Promise<AccountEmail | null> => {
    if (kind === 'verify-email' && user.emailVerified) return null
    if (kind === 'set-password' && (await hasPassword(ctx, user))) return null
    if (await hasNewer(ctx, email)) return null
    const token = ctx.signatures.sign(kind, email.id)
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + linkLifetimeMs)
    const link = { token, userId: user.id, purpose: kind, expiresAt, now }
    if (!(await storeAccountLink(ctx.db, link))) return null
    return { kind, url: `${ctx.publicUrl}/${kind}?token=${token}` }
  }
}

async function hasPassword({ db }: Context, { id }: OrderedEmail['user']): Promise<boolean> {
  const isTheirs = and(eq(accounts.userId, id), eq(accounts.providerId, 'credential'))
  return (await db.$count(accounts, isTheirs)) > 0
}

async function hasNewer({ db }: Context, { id, userId, kind, createdAt }: OrderedEmail['email']) {
  const isNewer = or(
    gt(emails.createdAt, createdAt),
    and(eq(emails.createdAt, createdAt), gt(emails.id, id)),
  )
  return (
    (await db.$count(emails, and(eq(emails.userId, userId), eq(emails.kind, kind), isNewer))) > 0
  )
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
