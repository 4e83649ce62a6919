import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { Grant } from '../login/grants.ts'
import type { GraphScope } from '../login/scopes.ts'
import type { Viewer } from '../messages/message-view.ts'
import type { Answer } from './answers.ts'
import { badRequest, notSimulated } from './graph-error.ts'
import type { GraphState } from './graph-state.ts'
import type { Preferences } from './preferences.ts'

/** One method of Graph. Query options and fields that it does not list are rejected. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1.0/`, with `{name}` for parameters. */
  readonly path: string
  /** The least permission that allows the call. */
  readonly scope: GraphScope
  readonly options?: readonly string[]
  readonly handle: (call: Call) => Promise<Answer> | Answer
}

export type Call = {
  readonly graph: GraphState
  readonly grant: Grant
  readonly store: MailStore
  readonly request: Request
  readonly url: URL
  /** A query option, or `null`. */
  readonly option: (name: string) => string | null
  readonly param: (name: string) => string
  readonly preferences: Preferences
  readonly viewer: Viewer
}

/** Splits a path. `mailFolders('inbox')` and `mailFolders/inbox` are the same. */
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
    throw Object.assign(badRequest(`The segment '${segment}' is not encoded correctly.`), { cause })
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

/** Rejects unknown and repeated query options. */
export function checkOptions({ options = [] }: Route, query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (!options.includes(name)) throw notSimulated(`the query option '${name}' here`)
    if (query.getAll(name).length > 1)
      throw badRequest(`Query option '${name}' was specified more than once.`)
  }
}

export type JsonObject = { readonly [name: string]: unknown }

/** The JSON body of a request. Fields other than these are rejected. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(badRequest('Unable to read JSON request payload.'), { cause })
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
