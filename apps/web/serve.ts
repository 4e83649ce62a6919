import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'

/** Facts about one request, from the server that mounts the pages. */
export type Visit = {
  /** Part of this response's Content-Security-Policy. Every inline script carries it. */
  nonce: string
  /** Shown on error pages. */
  requestId: string
  isDemo: boolean
  /** The operator uses marketing tools, and the visitor has not answered yet whether they may run. */
  asksConsent: boolean
  /** Marketing tools run on this page. */
  isTracked: boolean
  /** How long the document may wait for the page's data; 0: not at all. The browser requests late data. */
  dataWaitMs: number
  /** Called if data was late. */
  onLateData: () => void
  /** Calls our own API, in process. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

export type Web = {
  /** Answers every request that is not for the API. */
  handle(request: Request, visit: Visit): Promise<Response>
  /** Fingerprinted files, for the mounting server to serve. Null in development, where Vite serves them. */
  assetsDir: string | null
  /** Vite's own middleware, in development only. */
  middleware:
    | ((request: IncomingMessage, response: ServerResponse, next: () => void) => void)
    | null
  close(): Promise<void>
}

type Handler = (request: Request, visit: Visit) => Promise<Response>

/** The part of React Router's server build that we use: our own `entry.server.tsx`. */
type Build = { entry: { module: { createHandler(build: unknown, options: Options): Handler } } }

type Options = { isDev: boolean; onError: (error: unknown) => void }

/** `onError` gets everything thrown while rendering a page, except for responses such as a 404. */
export async function loadWeb(options: Options): Promise<Web> {
  return options.isDev ? loadFromSource(options) : loadFromBuild(options)
}

async function loadFromBuild(options: Options): Promise<Web> {
  const build: Build = await import(new URL('build/server/index.js', import.meta.url).href)
  return {
    handle: toHandler(build, options),
    assetsDir: fileURLToPath(new URL('build/client', import.meta.url)),
    middleware: null,
    close: async () => {},
  }
}

async function loadFromSource(options: Options): Promise<Web> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    appType: 'custom',
    server: { middlewareMode: true },
  })
  return {
    async handle(request, visit) {
      // Safe: React Router's plugin defines this module, and its entry is ours.
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as Build
      return toHandler(build, options)(request, visit)
    },
    assetsDir: null,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}

function toHandler(build: Build, options: Options): Handler {
  return build.entry.module.createHandler(build, options)
}
