import * as contract from '@doorman/contract/social-sign-in'
import type { SignInError } from '@doorman/contract/social-sign-in'
import { signInProviders } from '@doorman/domain/accounts/social-sign-in'
import { AppError } from '@doorman/domain/app-error'
import { appPages, toSafeNext } from '@doorman/domain/site/app-pages'
import type { Context } from '@doorman/services/ports/context'
import {
  finishProviderSignIn,
  type Callback,
  type SignInOutcome,
  type SignInProblem,
} from '@doorman/services/users/social-sign-in/finish-provider-sign-in'
import {
  listSignInProviders,
  loadSignInMethods,
  unlinkProvider,
} from '@doorman/services/users/social-sign-in/sign-in-methods'
import {
  toStartPage,
  type StartPage,
} from '@doorman/services/users/social-sign-in/sign-in-attempts'
import { startLinking, startSignIn } from '@doorman/services/users/social-sign-in/start-sign-in'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBrowserCookie } from '../http/browser-cookie.ts'
import { route, visitorOf } from '../http/route.ts'

type Query = { Querystring: Record<string, unknown> }

const errors: Record<SignInProblem, SignInError> = {
  denied: 'denied',
  expired: 'expired',
  failed: 'failed',
  'account-exists': 'account_exists',
  'no-address': 'no_address',
  taken: 'taken',
  'too-many': 'too_many',
  'too-many-accounts': 'too_many_accounts',
}

/**
 * Signing in with a provider: a link to start, and the address to which the provider sends the browser
 * back. A person is waiting, so everything ends on a page.
 */
export function providerSignInRoutes(app: FastifyInstance, ctx: Context): void {
  const cookie = createBrowserCookie(ctx.publicUrl)

  route(app, contract.listSignInProviders, async () => [...listSignInProviders(ctx)])

  for (const provider of signInProviders) {
    // A link, because our content security policy lets no form lead to another site.
    app.get<Query>(`/api/auth/${provider}`, async (request, reply) => {
      // Only our own pages may start a sign-in.
      if (!isFromOurPages(request)) return reply.redirect('/login', 303)
      const { browser, setCookie } = cookie.ensure(request)
      const next = findText(request.query['next']) ?? null
      const startPage = request.query['from'] === 'register' ? 'register' : 'login'
      try {
        const start = { provider, browser, startPage, next } as const
        const url = await startSignIn(ctx, visitorOf(request), start)
        reply.header('set-cookie', setCookie)
        return reply.redirect(url, 303)
      } catch (error) {
        const query = { error: toError(ctx, error), provider, ...toNext(toSafeNext(next)) }
        return reply.redirect(toPath(startPage, query), 303)
      }
    })

    // HEAD would use up the code.
    const asGetOnly = { exposeHeadRoute: false }
    app.get<Query>(`/api/auth/${provider}/callback`, asGetOnly, async (request, reply) => {
      const { query } = request
      const callback = {
        provider,
        browser: cookie.find(request),
        state: findText(query['state']),
        code: findText(query['code']),
        error: findText(query['error']),
      }
      try {
        const outcome = await finishProviderSignIn(ctx, visitorOf(request), callback)
        if (outcome.kind === 'signed-in') reply.header('set-cookie', outcome.cookies)
        return reply.redirect(toPage(callback, outcome), 303)
      } catch (error) {
        const query = { error: toError(ctx, error), provider }
        return reply.redirect(toPath(toStartPage(callback.state), query), 303)
      }
    })
  }
}

/** What a signed-in user sees and changes in the account settings. */
export function signInMethodRoutes(app: FastifyInstance, ctx: Context): void {
  const cookie = createBrowserCookie(ctx.publicUrl)

  route(app, contract.loadSignInMethods, async (_input, { actor }) => {
    const methods = await loadSignInMethods(ctx, actor)
    return { ...methods, providers: [...methods.providers] }
  })

  route(app, contract.linkProvider, async (input, request, reply) => {
    const { browser, setCookie } = cookie.ensure(request)
    const start = { ...input, browser }
    const authUrl = await startLinking(ctx, request.actor, visitorOf(request), start)
    reply.header('set-cookie', setCookie)
    return { authUrl }
  })

  route(app, contract.unlinkProvider, async (input, { actor }) => {
    await unlinkProvider(ctx, actor, input)
    return {}
  })
}

function toPage({ provider, state }: Callback, outcome: SignInOutcome): string {
  switch (outcome.kind) {
    case 'signed-in': {
      const { nextPath, isNewUser } = outcome
      if (outcome.needsSecondFactor)
        return toPath('login', { step: 'second-factor', ...toNext(nextPath) })
      return addWelcome(nextPath ?? appPages.dashboard, isNewUser ? 'new' : 'back')
    }
    case 'already-signed-in':
      return outcome.nextPath ?? appPages.dashboard
    case 'linked':
      return `${appPages.accountSettings}?linked=${provider}`
    case 'refused': {
      const query = { error: errors[outcome.problem], provider }
      return outcome.isLinking
        ? `${appPages.accountSettings}?${new URLSearchParams(query)}`
        : toPath(toStartPage(state), { ...query, ...toNext(outcome.nextPath) })
    }
  }
}

function toPath(page: StartPage, query: Record<string, string>): string {
  return `/${page}?${new URLSearchParams(query)}`
}

/** The page greets the user, then takes this out of its address. */
function addWelcome(path: string, welcome: contract.Welcome): string {
  const [, page = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(path) ?? []
  return `${page}?${query && `${query}&`}welcome=${welcome}${hash}`
}

function toNext(next: string | null): Record<string, string> {
  return next === null ? {} : { next }
}

/** An unknown error is a bug or an outage. The log gets it, the user a page. */
function toError(ctx: Context, error: unknown): SignInError {
  if (error instanceof AppError && error.code === 'too-many') return 'too_many'
  if (error instanceof AppError && error.code === 'unavailable') return 'unavailable'
  ctx.report(error)
  return 'failed'
}

/** A browser that sends no `Sec-Fetch-Site` is old. The worst that it can do is to show a page. */
function isFromOurPages({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'none' } = headers
  return site === 'same-origin' || site === 'none'
}

function findText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
