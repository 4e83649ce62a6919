import { isTrackedPage } from '@doorman/domain/tracked-pages'
import { readConsent } from '@doorman/domain/tracking-consent'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders } from './security-headers.ts'
import type { TrackingCodes } from '@doorman/services/tracking/load-tracking-codes'
import { hasCodes, insertCodes, originsIn, type FindCodes } from './tracking.ts'

/** Answers one request with a whole response. */
export type Answer = (request: Request) => Promise<Response>

/** Everything that is not the API: the pages, their files, and what the demo adds. */
export type Pages = {
  readonly publicUrl: string
  readonly isDev: boolean
  readonly isDemo: boolean
  readonly web: Web
  /** Further places by path, such as the demo's outbox. */
  readonly extras: Readonly<Record<`/dev/${string}`, Answer>>
}

/** The web app, as far as the server needs to know it. */
export type Web = {
  handle(
    request: Request,
    options: {
      nonce: string
      isDemo: boolean
      asksConsent: boolean
      isTracked: boolean
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
): Promise<void> {
  const { web } = pages
  for (const [path, answer] of Object.entries(pages.extras))
    app.get(path, async (request, reply) =>
      reply.send(await answer(toRequest(request, pages.publicUrl))),
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

  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (web.middleware && (await isServedBy(web.middleware, request, reply))) return reply
    const { codes, asksConsent } = await findMarketing(request, findCodes)
    const visit = {
      nonce: request.nonce,
      isDemo: pages.isDemo,
      asksConsent,
      isTracked: codes !== null,
      fetch: callApi(app, request),
    }
    const answer = web.handle(toRequest(request, pages.publicUrl), visit)
    if (reply.sent) return writeRaw(reply, await answer.catch(toErrorPage))
    return reply.send(codes ? await withCodes(await answer, codes, request, reply) : await answer)
  }
  // Said for both: the HEAD that Fastify makes of a GET knows no such answers.
  app.head('/*', answerPage)
  app.get('/*', answerPage)
}

type Marketing = { readonly codes: TrackingCodes | null; readonly asksConsent: boolean }
const noMarketing: Marketing = { codes: null, asksConsent: false }

/**
 * 243: what an operator's marketing tools may do on a page: run, for who said
 * yes, and ask who has not said. On the privacy policy one can always change one's mind.
 */
async function findMarketing(
  { url, headers }: FastifyRequest,
  findCodes: FindCodes,
): Promise<Marketing> {
  const [path = ''] = url.split('?')
  if (!isTrackedPage(path)) return noMarketing
  const codes = await findCodes()
  if (!hasCodes(codes)) return noMarketing
  const { 'sec-gpc': gpc } = headers
  const consent = readConsent({ cookie: headers.cookie, gpc: gpc?.toString() })
  return {
    codes: consent === 'yes' ? codes : null,
    asksConsent: consent === null || path === '/privacy-policy',
  }
}

/** The same page with the operator's marketing tools. */
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
 * The request as the web platform writes it, without its body, for pages are
 * only ever read. The address is ours, whatever the visitor calls us.
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

/** Lets pages ask our own API in process, with the visitor's cookies and address. */
function callApi(app: FastifyInstance, visitor: FastifyRequest) {
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await app.inject({
      method: 'GET',
      url: path,
      remoteAddress: visitor.ip,
      headers: Object.fromEntries(new Headers(init.headers)),
    })
    return new Response(answer.body, { status: answer.statusCode })
  }
}

/** Vite writes to the raw response, so Fastify must have let go of it, headers included. */
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

/** Only in development, to the developer: where the page broke. */
function toErrorPage(error: unknown): Response {
  return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
}

async function writeRaw(reply: FastifyReply, response: Response): Promise<void> {
  reply.raw.statusCode = response.status
  for (const [name, value] of response.headers) reply.raw.appendHeader(name, value)
  reply.raw.end(Buffer.from(await response.arrayBuffer()))
}
