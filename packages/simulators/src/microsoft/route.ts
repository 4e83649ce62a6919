import type { MailStore } from '../world/mail-store.ts'
import type { Grant } from './grants.ts'
import { badRequest, notSimulated } from './graph-error.ts'
import type { Graph } from './graph.ts'
import type { Onlooker } from './message-view.ts'
import type { Preferences } from './preferences.ts'
import type { GraphScope } from './scopes.ts'

/** One method of Graph. Whatever it does not name is refused. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1.0/`, with `{…}` for ids. */
  readonly path: string
  /** The least that lets it pass. */
  readonly scope: GraphScope
  readonly options?: readonly string[]
  readonly answer: (call: Call) => Promise<Response> | Response
}

export type Call = {
  readonly graph: Graph
  readonly grant: Grant
  readonly store: MailStore
  readonly request: Request
  readonly url: URL
  /** An option of the query; `null` where it is not given. */
  readonly option: (name: string) => string | null
  readonly param: (name: string) => string
  readonly preferences: Preferences
  readonly onlooker: Onlooker
}

/** `mailFolders('inbox')` and `mailFolders/inbox` are the same; fixed parts may be in any case. */
export function toSegments(pathname: string): string[] {
  return pathname
    .replace(/\('([^')]*)'\)/g, '/$1')
    .replace(/\(\)/g, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw Object.assign(badRequest(`The segment '${segment}' is not encoded well.`), { cause })
  }
}

export function findRoute(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): { route: Route; params: ReadonlyMap<string, string> } | null {
  for (const route of routes) {
    const params = route.method === method ? matchPath(route.path.split('/'), segments) : null
    if (params) return { route, params }
  }
  return null
}

function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): ReadonlyMap<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params = new Map<string, string>()
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('{')) params.set(part, segment)
    else if (part.toLowerCase() !== segment.toLowerCase()) return null
  }
  return params
}

/** Every option once, and none the route does not know. */
export function checkOptions({ options = [] }: Route, query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (!options.includes(name)) throw notSimulated(`the query option '${name}' here`)
    if (query.getAll(name).length > 1)
      throw badRequest(`Query option '${name}' was specified more than once.`)
  }
}

export type JsonObject = { readonly [name: string]: unknown }

/** The body of a call as an object with these fields and no others. */
export async function readJson(request: Request, fields: readonly string[]): Promise<JsonObject> {
  const type = request.headers.get('content-type')?.split(';')[0]
  const text = await request.text()
  if (text === '') return {}
  if (type !== 'application/json') throw badRequest(`A body of type '${type}' was not expected.`)
  return checkFields(parseJson(text), fields, 'the body')
}

export function checkFields(value: unknown, fields: readonly string[], where: string): JsonObject {
  if (!isObject(value)) throw badRequest(`An object was expected as ${where}.`)
  const unknown = Object.keys(value).find((name) => !fields.includes(name))
  if (unknown !== undefined)
    throw badRequest(`The property '${unknown}' of ${where} is not known here, or not simulated.`)
  return value
}

export function readText(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value !== 'string' || value === '')
    throw badRequest(`The property '${name}' must be given, as a string.`)
  return value
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(badRequest('Unable to read JSON request payload.'), { cause })
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
