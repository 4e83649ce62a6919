import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { Grant, Grants } from '../oauth/grants.ts'
import { accountRoutes } from './account-routes.ts'
import { draftRoutes } from './draft-routes.ts'
import {
  failedPrecondition,
  forbidden,
  GmailError,
  insufficientScopes,
  invalidArgument,
  notSimulated,
  unauthenticated,
} from './gmail-error.ts'
import type { GmailState } from './gmail-state.ts'
import { historyRoutes } from './history-routes.ts'
import { labelRoutes } from './label-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { readBody, readQuery, type Route } from './route.ts'
import { watchRoutes } from './watch-routes.ts'

const routes: readonly Route[] = [
  ...accountRoutes,
  ...messageRoutes,
  ...draftRoutes,
  ...labelRoutes,
  ...historyRoutes,
  ...watchRoutes,
]

/** Handles one request below `/gmail/v1/`. */
export async function handleGmail(request: Request, gmail: GmailState): Promise<Response> {
  try {
    return await handle(request, gmail)
  } catch (error) {
    if (error instanceof GmailError) return error.toResponse()
    throw error
  }
}

async function handle(request: Request, gmail: GmailState): Promise<Response> {
  const url = new URL(request.url)
  const [, userId, path] = /^\/gmail\/v1\/users\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  const found = path === undefined ? null : findRoute(request.method, path)
  if (!found || userId === undefined) throw notSimulated(`${request.method} ${url.pathname}`)
  const { route, params } = found
  const grant = authenticate(request, gmail.grants)
  const { store } = grant
  requireOwnMailbox(decode(userId), store)
  if (!route.scopes.some((scope) => grant.scopes.has(scope))) throw insufficientScopes()
  requireMailbox(gmail, store)
  requirePreconditions(gmail)
  gmail.quota.spend(store.address, route.units)
  gmail.world.record.spendUnits(store.address, route.units)
  const body = route.handle({
    gmail,
    store,
    grant,
    param: (name) => params[name] ?? '',
    query: readQuery(url.searchParams, route.query),
    body: readBody(await request.text(), route.body),
  })
  return body === null ? new Response(null, { status: 204 }) : Response.json(body)
}

function findRoute(
  method: string,
  path: string,
): { route: Route; params: Readonly<Record<string, string>> } | null {
  for (const route of routes) {
    const params = route.method === method ? findParams(route.path, path) : null
    if (params) return { route, params }
  }
  return null
}

function findParams(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decode(value)
    else if (part !== value) return null
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw Object.assign(invalidArgument(`Malformed path: ${segment}`), { cause })
  }
}

export function authenticate(request: Request, grants: Grants): Grant {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const grant = token === undefined ? null : grants.findByAccessToken(token)
  if (!grant) throw unauthenticated()
  return grant
}

/** Fails like accounts without Gmail (github.com/WPManageNinja/fluent-smtp/issues/152). */
function requireMailbox({ withoutMailbox }: GmailState, store: MailStore): void {
  if (withoutMailbox.has(store)) throw failedPrecondition('Mail service not enabled')
}

function requirePreconditions({ quirks }: GmailState): void {
  if (quirks.failedPreconditions === 0) return
  quirks.failedPreconditions--
  throw failedPrecondition('Precondition check failed.')
}

/**
 * A token gives access to one mailbox: `me` or the user's own address
 * (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile).
 */
function requireOwnMailbox(userId: string, store: MailStore): void {
  if (userId !== 'me' && userId.toLowerCase() !== store.address.toLowerCase())
    throw forbidden(`Delegation denied for ${store.address}`)
}
