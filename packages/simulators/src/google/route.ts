import type { MailStore } from '../world/mail-store.ts'
import { invalidArgument } from './gmail-error.ts'
import type { Gmail } from './gmail.ts'
import type { Grant } from './grants.ts'
import type { Scope } from './scopes.ts'

/** What a query option or a body field must be. */
type Kind = 'string' | 'strings' | 'number' | 'boolean'
export type Shape = { readonly [name: string]: Kind | Shape }

/** One method of the API. Whatever it does not name is refused. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/gmail/v1/users/{userId}/`. */
  readonly path: string
  readonly scopes: readonly Scope[]
  readonly units: number
  readonly query?: Readonly<Record<string, Kind>>
  readonly body?: Shape
  /** The reply as JSON; `null` answers 204 without a body. */
  readonly answer: (call: Call) => object | null
}

export type Call = {
  readonly gmail: Gmail
  readonly store: MailStore
  readonly grant: Grant
  /** The value of `:id` and its like in the path. */
  readonly param: (name: string) => string
  readonly query: Query
  readonly body: JsonObject
}

export type JsonObject = { readonly [name: string]: unknown }

/** Query options, checked against the route before anyone asks for them. */
export class Query {
  readonly #options: URLSearchParams

  constructor(options: URLSearchParams) {
    this.#options = options
  }

  text(name: string): string | null {
    return this.#options.get(name)
  }

  texts(name: string): string[] {
    return this.#options.getAll(name)
  }

  isOn(name: string): boolean {
    return this.#options.get(name) === 'true'
  }

  /** Within 1 and the limit, which Gmail applies in silence. */
  count(name: string, { otherwise, most }: { otherwise: number; most: number }): number {
    const value = this.#options.get(name)
    return value === null ? otherwise : Math.min(Math.max(1, Number(value)), most)
  }
}

/** Understood by every method of every Google API (https://cloud.google.com/apis/docs/system-parameters). */
const everywhere: Readonly<Record<string, readonly string[]>> = {
  alt: ['json'],
  prettyPrint: ['true', 'false'],
}

export function readQuery(
  options: URLSearchParams,
  expected: Readonly<Record<string, Kind>> = {},
): Query {
  for (const [name, value] of options) {
    if (everywhere[name]?.includes(value)) continue
    const kind = Object.hasOwn(expected, name) ? expected[name] : undefined
    if (kind === undefined)
      throw invalidArgument(`Unknown or not simulated name "${name}": Cannot bind query parameter.`)
    if (kind !== 'strings' && options.getAll(name).length > 1)
      throw invalidArgument(`Proto field is not repeating, cannot start list: ${name}`)
    const isGood =
      (kind !== 'number' || /^\d+$/.test(value)) &&
      (kind !== 'boolean' || value === 'true' || value === 'false')
    if (!isGood) throw invalidArgument(`Invalid value at '${name}', "${value}"`)
  }
  return new Query(options)
}

export function readBody(text: string, expected: Shape | undefined): JsonObject {
  if (expected === undefined) {
    if (text !== '') throw invalidArgument('This method takes no request body.')
    return {}
  }
  const body = parseJson(text === '' ? '{}' : text)
  checkObject(body, expected, '')
  return body as JsonObject
}

function checkObject(value: unknown, expected: Shape, path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidArgument(`Invalid value at '${path || 'the body'}'`)
  for (const [name, field] of Object.entries(value)) {
    const kind = Object.hasOwn(expected, name) ? expected[name] : undefined
    const where = path === '' ? name : `${path}.${name}`
    if (kind === undefined)
      throw invalidArgument(`Unknown or not simulated name "${where}": Cannot find field.`)
    if (typeof kind === 'object') checkObject(field, kind, where)
    else if (!isOfKind(field, kind)) throw invalidArgument(`Invalid value at '${where}'`)
  }
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'strings')
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return typeof value === kind
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(invalidArgument('Invalid JSON payload received.'), { cause })
  }
}
