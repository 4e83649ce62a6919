import type { StripeAccount } from '../account.ts'
import { apiVersion } from '../events.ts'
import { catalogRoutes } from './catalog-routes.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { expandResponse } from './expand.ts'
import { parseForm } from './form.ts'
import type { Answer, IdempotentResponses } from './idempotency.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { readParams } from './params.ts'
import { portalRoutes } from './portal-routes.ts'
import { matchPath, type Route } from './route.ts'
import {
  invalidKey,
  notAllowed,
  serverError,
  StripeError,
  unrecognizedUrl,
} from './stripe-error.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

const routes: readonly Route[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...checkoutRoutes,
  ...portalRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...eventRoutes,
]

export type Api = {
  readonly account: StripeAccount
  readonly secretKey: string
  readonly idempotentResponses: IdempotentResponses
}

/** Handles one request below `/v1/`. */
export async function handleApi(api: Api, request: Request): Promise<Response> {
  const requestId = api.account.newId('req', 14)
  const response = await respond(api, request, requestId)
  response.headers.set('request-id', requestId)
  response.headers.set('stripe-version', apiVersion)
  return response
}

async function respond(api: Api, request: Request, requestId: string): Promise<Response> {
  try {
    authenticate(request, api.secretKey)
    const { pathname, searchParams } = new URL(request.url)
    const { route, id } = findRoute(request.method, pathname)
    requireVersion(request)
    const body = await request.text()
    const query = route.method === 'GET' ? searchParams : readBody(request, body, searchParams)
    const params = readParams(parseForm(query), { ...route.params, expand: 'texts' })
    const key = toIdempotencyKey(request)
    const asked = toAsked(request, body)
    const replay = key === null ? null : api.idempotentResponses.find(key, asked)
    if (replay) return replay
    const cause = { id: requestId, idempotency_key: key }
    const answer = toAnswer(() => {
      const found = api.account.events.causedBy(cause, () =>
        route.handle({ account: api.account, id, params }),
      )
      return expandResponse(api.account, found, params.texts('expand'))
    })
    if (key !== null) api.idempotentResponses.save(key, asked, answer)
    return Response.json(answer.body, { status: answer.status })
  } catch (error) {
    if (error instanceof StripeError) return error.toResponse()
    throw error
  }
}

/** Saves a server error that a fault has caused, so that the same key gets it again. */
export async function saveServerError(
  { idempotentResponses }: Api,
  request: Request,
  response: Response,
): Promise<void> {
  const key = toIdempotencyKey(request)
  if (key === null || response.status !== 500) return
  const asked = toAsked(request, await request.text())
  idempotentResponses.save(key, asked, serverError().toAnswer())
}

function toIdempotencyKey({ method, headers }: Request): string | null {
  return method === 'POST' ? headers.get('idempotency-key') : null
}

function toAsked({ method, url }: Request, body: string): string {
  return `${method} ${new URL(url).pathname} ${body}`
}

function toAnswer(handle: () => object): Answer {
  try {
    return { status: 200, body: handle() }
  } catch (error) {
    if (error instanceof StripeError) return error.toAnswer()
    throw error
  }
}

function findRoute(method: string, path: string): { route: Route; id: string } {
  for (const route of routes) {
    const id = route.method === method ? matchPath(route.path, path) : null
    if (id !== null) return { route, id }
  }
  throw unrecognizedUrl(method, path)
}

/** The key is the bearer token, or the user name of basic authentication. */
function authenticate(request: Request, secretKey: string): void {
  const [, scheme = '', value = ''] =
    /^(Bearer|Basic) (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const key =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64').toString().replace(/:.*$/, '')
      : value
  if (key !== secretKey) throw invalidKey(key === '' ? null : key)
}

/** Refuses other API versions, whose objects have other fields. */
function requireVersion(request: Request): void {
  const version = request.headers.get('stripe-version') ?? apiVersion
  if (version !== apiVersion)
    throw notAllowed(`Invalid Stripe API version: ${version}. This simulates ${apiVersion}.`)
}

/** The client sends the parameters of a DELETE in its query, and others do so in its body. */
function readBody(request: Request, body: string, query: URLSearchParams): URLSearchParams {
  if (body === '') return request.method === 'DELETE' ? query : new URLSearchParams()
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw notAllowed(`Invalid request: the content type must be application/x-www-form-urlencoded`)
  return new URLSearchParams(body)
}
