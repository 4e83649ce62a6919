import { lockUser } from '@doorman/db/queries/lock-user'
import { accounts } from '@doorman/db/schema'
import { signInProviders, type SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { AppError } from '@doorman/domain/app-error'
import { and, eq, ne } from 'drizzle-orm'
import type { Actor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { requirePasswordIfSet } from '../require-password.ts'

export type SignInMethods = {
  readonly hasPassword: boolean
  readonly providers: readonly {
    readonly provider: SignInProvider
    readonly isLinked: boolean
    /** Whether it is set up on this server. */
    readonly isAvailable: boolean
  }[]
}

/** The providers that are set up on this server. */
export function listSignInProviders({ mail }: Context): readonly SignInProvider[] {
  return signInProviders.filter((provider) => mail.identities[provider] !== null)
}

/** How the user can sign in. */
export async function loadSignInMethods(ctx: Context, { userId }: Actor): Promise<SignInMethods> {
  const rows = await ctx.db
    .select({ providerId: accounts.providerId })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  const has = (id: (typeof rows)[number]['providerId']) =>
    rows.some(({ providerId }) => providerId === id)
  return {
    hasPassword: has('credential'),
    providers: signInProviders
      .map((provider) => ({
        provider,
        isLinked: has(provider),
        isAvailable: ctx.mail.identities[provider] !== null,
      }))
      .filter(({ isLinked, isAvailable }) => isLinked || isAvailable),
  }
}

/**
 * Ends the link to a provider, unless it is the user's last way in. Races with unlinking the other
 * provider in another tab: each would see the other link, and both would go. The lock on the user
 * makes one wait.
 */
export async function unlinkProvider(
  ctx: Context,
  actor: Actor,
  {
    provider,
    password,
  }: { readonly provider: SignInProvider; readonly password?: string | undefined },
): Promise<void> {
  await requirePasswordIfSet(ctx, actor, password)
  const { userId } = actor
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const isOther = and(eq(accounts.userId, userId), ne(accounts.providerId, provider))
    if ((await tx.$count(accounts, isOther)) === 0)
      throw new AppError(
        'conflict',
        'This is your only way to sign in. Set a password first, then unlink it.',
      )
    await tx
      .delete(accounts)
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, provider)))
  })
}
