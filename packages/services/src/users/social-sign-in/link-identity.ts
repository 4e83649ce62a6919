import { lockUser } from '@doorman/db/queries/lock-user'
import type { SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import type { ProviderIdentity } from '@doorman/mail/identity-provider'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { lockSession } from '../lock-session.ts'
import { addIdentity, findLinkedUser, hasIdentity, lockIdentity } from './identities.ts'

/**
 * Lets a person of a provider sign in as the user, whatever their address is. False if the person
 * belongs to another user, or the user to another person. Linking twice is harmless.
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
    // As in `resolveIdentity`.
    await lockIdentity(tx, provider, accountId)
    // Races with linking another person of the same provider, where both would find none, and with a
    // new password, which ends the session: whoever was signed in before must not get a way back.
    const user = await lockUser(tx, userId)
    const session = await lockSession(tx, actor)
    const owner = await findLinkedUser(tx, provider, accountId)
    if (owner !== null) return owner === userId
    if (!user || !session || (await hasIdentity(tx, userId, provider))) return false
    await addIdentity(ctx, tx, userId, provider, accountId)
    return true
  })
}
