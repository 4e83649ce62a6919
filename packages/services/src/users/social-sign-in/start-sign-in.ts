import { providerNames, type SignInProvider } from '@doorman/domain/accounts/social-sign-in'
import { AppError } from '@doorman/domain/app-error'
import { toSafeNext } from '@doorman/domain/site/app-pages'
import type { Actor, Visitor } from '../../ports/actor.ts'
import type { Context } from '../../ports/context.ts'
import { requirePasswordIfSet } from '../require-password.ts'
import { beginAttempt, type StartPage } from './sign-in-attempts.ts'

type Start = { readonly provider: SignInProvider; readonly browser: string }

/** The URL of the provider's page. Afterwards the browser returns to `next`, if that is our page. */
export async function startSignIn(
  ctx: Context,
  { network }: Visitor,
  { next, ...start }: Start & { readonly startPage: StartPage; readonly next: string | null },
): Promise<string> {
  await ctx.limits.count('provider-sign-in-ip', network)
  const { provider } = start
  const url = await beginAttempt(ctx, { ...start, nextPath: toSafeNext(next) })
  return url ?? refuse(provider)
}

/** The URL of the page where a signed-in user chooses the account to link. */
export async function startLinking(
  ctx: Context,
  actor: Actor,
  { network }: Visitor,
  { provider, browser, password }: Start & { readonly password?: string | undefined },
): Promise<string> {
  await ctx.limits.count('provider-sign-in-ip', network)
  await requirePasswordIfSet(ctx, actor, password)
  const url = await beginAttempt(ctx, { provider, browser, linksTo: actor })
  return url ?? refuse(provider)
}

function refuse(provider: SignInProvider): never {
  throw new AppError(
    'unavailable',
    `Signing in with ${providerNames[provider]} isn’t set up on this server.`,
  )
}
