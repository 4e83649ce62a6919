import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHostRedirect } from '../http/host-redirect.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { TrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import type { DataWait } from './data-wait.ts'
import { decideMarketing, mayHaveCodes, noMarketing } from './marketing.ts'
import { privateCaching, sendPage } from './shared/send-page.ts'
import type { SharedPages } from './shared/shared-pages.ts'
import { insertCodes, originsIn, type FindCodes } from './tracking-codes.ts'

/** Handles one request and returns the whole response. */
export type RequestHandler = (request: Request) => Promise<Response>

/** Everything except the API: pages, their files, and the demo's additions. */
export type Pages = {
  readonly publicUrl: string
  readonly isDev: boolean
  readonly isDemo: boolean
  readonly web: Web
  /** Further handlers by path, such as the demo's outbox. */
  readonly extras: Readonly<Record<`/dev/${string}`, RequestHandler>>
}

/** The part of the web app that the server uses. */
type Web = {
  handle(
    request: Request,
    options: {
      nonce: string
      requestId: string
      isDemo: boolean
      asksConsent: boolean
      isTracked: boolean
      dataWaitMs: number
      onLateData: () => void
      fetch: (path: string, init?: RequestInit) => Promise<Response>
    },
  ): Promise<Response>
  readonly assetsDir: string | null
  readonly middleware:
    | ((request: IncomingMessage, response: ServerResponse, next: () => void) => void)
    | null
}

const fingerprinted = 'public, max-age=31536000, immutable'

export async function mountPages(
  app: FastifyInstance,
  pages: Pages,
  findCodes: FindCodes,
  sharedPages: SharedPages,
  dataWait: DataWait,
): Promise<void> {
  const { web } = pages
  for (const [path, handle] of Object.entries(pages.extras))
    app.get(path, async (request, reply) =>
      reply.send(await handle(toRequest(request, pages.publicUrl))),
    )

  if (web.assetsDir)
    await app.register(serveStatic, {
      root: web.assetsDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        if (path.includes('/assets/')) reply.header('cache-control', fingerprinted)
      },
    })

  const findRedirect = createHostRedirect(pages.publicUrl)
  const ownRequest = (request: FastifyRequest) => toRequest(request, pages.publicUrl)
  const respondWithPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const redirect = findRedirect(request)
    // Temporary: browsers remember a permanent redirect, and the operator may change the address.
    if (redirect) return reply.header('set-cookie', redirect.cookie).redirect(redirect.url, 307)
    if (web.middleware && (await isServedBy(web.middleware, request, reply))) return reply
    const { codes, asksConsent, hasTools } = mayHaveCodes(request)
      ? decideMarketing(request, await findCodes())
      : noMarketing
    const render = async (asked: Request) => {
      let isComplete = true
      const wait = dataWait()
      const response = await web.handle(asked, {
        nonce: request.nonce,
        requestId: request.id,
        isDemo: pages.isDemo,
        asksConsent,
        isTracked: codes !== null,
        dataWaitMs: wait.waitMs,
        onLateData: wait.onLate,
        // If a call fails, the page leaves out the part that needs its answer.
        fetch: callApi(app, request, () => (isComplete = false)),
      })
      return { response, isComplete }
    }
    const renderOwn = async () => (await render(ownRequest(request))).response
    if (reply.sent) return writeRaw(reply, await renderOwn().catch(toErrorPage))

    // A page with tracking codes is never shared: its scripts carry the nonce of this response.
    const shared = codes ? null : await sharedPages.load(request, asksConsent, render)
    if (shared && !(shared instanceof Response))
      return sendPage(shared, request, reply, { isPrivate: hasTools })
    // The page contains the nonce of this response, and may contain data of this visitor.
    reply.header('cache-control', privateCaching)
    const response = shared ?? (await renderOwn())
    return reply.send(codes ? await withCodes(response, codes, request, reply) : response)
  }
  // HEAD is registered explicitly: the HEAD route that Fastify derives from GET cannot handle these responses.
  app.head('/*', respondWithPage)
  app.get('/*', respondWithPage)
}

/** The page with the operator's tracking codes inserted. */
async function withCodes(
  page: Response,
  codes: TrackingCodes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page
  reply.headers(securityHeaders(request.nonce, false, originsIn(codes)))
  return new Response(insertCodes(await page.text(), codes, request.nonce), {
    status: page.status,
    headers: page.headers,
  })
}

/**
 * Converts to a web-standard `Request` without a body, because pages are only read. Its URL has our
 * own origin, whatever the Host header says.
 */
export function toRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return new Request(publicUrl + request.url, {
    method: request.method,
    headers,
  })
}

/** Lets pages call our API in process, with the visitor's cookies and network address. */
function callApi(app: FastifyInstance, visitor: FastifyRequest, onFailure: () => void) {
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await app.inject({
      method: toMethod(init.method),
      url: path,
      remoteAddress: visitor.ip,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    })
    if (answer.statusCode === 429 || answer.statusCode >= 500) onFailure()
    return new Response(answer.body, { status: answer.statusCode })
  }
}

/** Pages only read. They use POST to keep a secret, such as a link's token, out of the address. */
function toMethod(method = 'GET'): 'GET' | 'POST' {
  if (method !== 'GET' && method !== 'POST') throw new Error(`Pages cannot call ${method}`)
  return method
}

/** Lets Vite's middleware respond, with the headers that Fastify has set so far. */
async function isServedBy(
  middleware: NonNullable<Web['middleware']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  return new Promise((resolve) => {
    reply.raw.once('close', () => resolve(true))
    middleware(request.raw, reply.raw, () => resolve(false))
  })
}

/** Development only: shows where the page failed. */
function toErrorPage(error: unknown): Response {
  return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
}

async function writeRaw(reply: FastifyReply, response: Response): Promise<void> {
  reply.raw.statusCode = response.status
  for (const [name, value] of response.headers) reply.raw.appendHeader(name, value)
  reply.raw.end(Buffer.from(await response.arrayBuffer()))
}
