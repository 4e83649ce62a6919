import { lockUser } from '@doorman/db/queries/lock-user'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { ProviderIdentity } from '@doorman/mail/identity-provider'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { lockSession } from '../lock-session.ts'
import { addIdentity, findLinkedUser, hasIdentity, lockIdentity } from './identities.ts'

/**
 * Lets a person of a provider sign in as the user, whatever their address is. Returns false if the
 * person is linked to another user, or the user to another person. Linking twice is harmless.
 */
export async function linkIdentity(
  ctx: Context,
  actor: Actor,
  {
    provider,
    identity: { providerAccountId: accountId },
  }: { readonly provider: SignInProvider; readonly identity: ProviderIdentity },
): Promise<boolean> {
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    // Lock order: the identity before the user, as in `resolveIdentity`.
    await lockIdentity(tx, provider, accountId)
    // Two links race: both would find no person of this provider, and both would be stored. A link
    // also races with a new password, which ends the session: an intruder who was signed in must not
    // get a way back. The lock on the user orders them.
    const user = await lockUser(tx, userId)
    const session = await lockSession(tx, actor)
    const owner = await findLinkedUser(tx, provider, accountId)
    if (owner !== null) return owner === userId
    if (!user || !session || (await hasIdentity(tx, userId, provider))) return false
    await addIdentity(ctx, tx, userId, provider, accountId)
    return true
  })
}
