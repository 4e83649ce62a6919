import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import type { Visit } from '../serve.ts'
import { insertRequestId } from './features/errors/insert-request-id.ts'
import { delayScripts, lowerScriptPriority } from './lib/hydration/delay-scripts.ts'
import { toHydration } from './lib/hydration/hydration.ts'
import { NonceContext } from './lib/hydration/nonce.ts'
import { visitContext } from './lib/session/visit-context.ts'

/** Called by `serve.ts` on the build. */
export function createHandler(
  build: ServerBuild,
  options: { isDev: boolean; onError: (error: unknown) => void },
) {
  const handle = createRequestHandler(build, options.isDev ? 'development' : 'production')
  return (request: Request, visit: Visit): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(visitContext, {
      ...visit,
      fetch: withCookies(request, visit.fetch),
      onError: options.onError,
    })
    return handle(request, context)
  }
}

/** Sends the visitor's cookies with our own calls to the API. */
function withCookies(request: Request, fetch: Visit['fetch']): Visit['fetch'] {
  return (path, init) => {
    const headers = new Headers(init?.headers)
    const cookie = request.headers.get('cookie')
    if (cookie) headers.set('cookie', cookie)
    return fetch(path, { ...init, headers })
  }
}

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, onError } = context.get(visitContext)
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceContext>,
    // The whole page is sent at once, so large parts need no scripts that put them in place.
    { nonce, onError, progressiveChunkSize: Infinity },
  )
  await stream.allReady
  const html = insertRequestId(await new Response(stream).text(), requestId)
  const matches = entry.staticHandlerContext.matches.map(
    ({ route }) => entry.routeModules[route.id],
  )
  const hydration = toHydration(matches.map((module) => ({ handle: module?.handle })))

  headers.set('content-type', 'text/html; charset=utf-8')
  const prepare = hydration === 'on-demand' ? delayScripts : lowerScriptPriority
  return new Response(prepare(html), { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(visitContext).onError(error)
}
