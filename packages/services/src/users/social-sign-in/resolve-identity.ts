import type { Db } from '@doorman/db/client'
import { users } from '@doorman/db/schema'
import {
  decideSignIn,
  type SignInProvider,
  type SignInRefusal,
} from '@doorman/domain/accounts/social-sign-in'
import type { UserId } from '@doorman/domain/ids'
import { isEmailAddress } from '@doorman/domain/mail/email-address'
import type { ProviderIdentity } from '@doorman/mail/identity-provider'
import { eq } from 'drizzle-orm'
import { orderEmails } from '../../emails/order-email.ts'
import type { Visitor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { createUser } from '../create-user.ts'
import { addIdentity, findLinkedUser, hasIdentity, lockIdentity } from './identities.ts'

type Resolved =
  | { readonly userId: UserId; readonly isNewUser: boolean }
  | { readonly problem: SignInRefusal }
type Arrival = { readonly provider: SignInProvider; readonly identity: ProviderIdentity }

/** The user as whom a person from a provider signs in. Creates or links one if the rules allow it. */
export async function resolveIdentity(
  ctx: Context,
  visitor: Visitor,
  arrival: Arrival,
): Promise<Resolved> {
  const first = await ctx.db.transaction((tx) => resolve(ctx, tx, visitor, arrival))
  if (first) return first
  // A registration took the address in between. Now there is a user to decide about.
  const second = await ctx.db.transaction((tx) => resolve(ctx, tx, visitor, arrival))
  return second ?? { problem: 'account-exists' }
}

/**
 * `null` if the address was taken in between. A sign-in races with linking the same person to a user:
 * both would find that the person is unknown, and give them two users. The lock on the identity lets
 * the second see what the first did. The lock on the user of the address keeps them from being
 * deleted or linked elsewhere meanwhile.
 */
async function resolve(
  ctx: Context,
  tx: Db,
  { network }: Visitor,
  { provider, identity }: Arrival,
): Promise<Resolved | null> {
  const { providerAccountId: accountId, address: email, isAddressTrusted } = identity
  const hasAddress = isEmailAddress(email)
  await lockIdentity(tx, provider, accountId)
  const user = hasAddress ? await lockUserOf(tx, email) : undefined
  const decision = decideSignIn({
    linkedUser: await findLinkedUser(tx, provider, accountId),
    userOfAddress: user
      ? { ...user, hasOtherPerson: await hasIdentity(tx, user.id, provider) }
      : null,
    hasAddress,
    isAddressTrusted,
  })
  switch (decision.kind) {
    case 'sign-in':
      return { userId: decision.userId, isNewUser: false }
    case 'refuse':
      return { problem: decision.reason }
    case 'link':
      await addIdentity(ctx, tx, decision.userId, provider, accountId)
      return { userId: decision.userId, isNewUser: false }
    case 'create': {
      await ctx.limits.count('register-ip', network)
      const { isVerified } = decision
      const signIn = { with: provider, accountId } as const
      const userId = await createUser(ctx, tx, { email, isVerified, signIn })
      if (!userId) return null
      await orderEmails(ctx, tx, [
        isVerified
          ? { userId, kind: 'welcome', occasion: 'once' }
          : { userId, kind: 'verify-email' },
        { userId, kind: 'new-user', occasion: 'once' },
      ])
      return { userId, isNewUser: true }
    }
  }
}

async function lockUserOf(tx: Db, email: string) {
  const [user] = await tx
    .select({ id: users.id, isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email))
    .for('no key update')
  return user
}
