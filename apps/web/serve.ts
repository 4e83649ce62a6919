import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'

/** What the mounting server knows about one request. */
export type Visit = {
  /** Stands in this response's Content-Security-Policy; every inline script carries it. */
  nonce: string
  isDemo: boolean
  /** Marketing tools would like to run, and the visitor has not said whether they may. */
  asksConsent: boolean
  /** Marketing tools run on this page. */
  isTracked: boolean
  /** Asks our own API, in process. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

export type Web = {
  /** Answers any request that is not the API's. */
  handle(request: Request, visit: Visit): Promise<Response>
  /** Fingerprinted files, served by whoever mounts this; null in development, where Vite serves them. */
  assetsDir: string | null
  /** Vite's own middleware, in development only. */
  middleware:
    | ((request: IncomingMessage, response: ServerResponse, next: () => void) => void)
    | null
  close(): Promise<void>
}

type Answer = (request: Request, visit: Visit) => Promise<Response>

/** The part of React Router's server build that we use: our own `entry.server.tsx`. */
type Build = { entry: { module: { createAnswer(build: unknown, options: Options): Answer } } }

type Options = { isDev: boolean; onError: (error: unknown) => void }

/** `onError` is told of everything thrown while a page was made, except refusals such as a 404. */
export async function loadWeb(options: Options): Promise<Web> {
  return options.isDev ? loadFromSource(options) : loadFromBuild(options)
}

async function loadFromBuild(options: Options): Promise<Web> {
  const build: Build = await import(new URL('build/server/index.js', import.meta.url).href)
  return {
    handle: toAnswer(build, options),
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
      return toAnswer(build, options)(request, visit)
    },
    assetsDir: null,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}

function toAnswer(build: Build, options: Options): Answer {
  return build.entry.module.createAnswer(build, options)
}
