import type { MailStore } from '../../world/mailbox/mail-store.ts'
import type { Grant } from '../oauth/grants.ts'
import type { Scope } from '../oauth/scopes.ts'
import type { Answer } from './answers.ts'
import { invalidArgument } from './gmail-error.ts'
import type { GmailState } from './gmail-state.ts'

/** The type of a query parameter or body field. */
type Kind = 'string' | 'strings' | 'number' | 'boolean'
export type Shape = { readonly [name: string]: Kind | Shape }

/** One method of the API. Parameters and fields that it does not list are rejected. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/gmail/v1/users/{userId}/`. */
  readonly path: string
  readonly scopes: readonly Scope[]
  readonly units: number
  readonly query?: Readonly<Record<string, Kind>>
  readonly body?: Shape
  /** Returns the JSON response; `null` means 204 without a body. */
  readonly handle: (call: Call) => Answer | null
}

export type Call = {
  readonly gmail: GmailState
  readonly store: MailStore
  readonly grant: Grant
  /** The value of a path parameter such as `:id`. */
  readonly param: (name: string) => string
  readonly query: Query
  readonly body: JsonObject
}

export type JsonObject = { readonly [name: string]: unknown }

/** Query parameters, already checked against the route. */
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

  /** Clamped to 1 and `max` without an error, as Gmail does. */
  count(name: string, { byDefault, max }: { byDefault: number; max: number }): number {
    const value = this.#options.get(name)
    return value === null ? byDefault : Math.min(Math.max(1, Number(value)), max)
  }
}

/**
 * Accepted by every method of every Google API
 * (https://cloud.google.com/apis/docs/system-parameters).
 */
const systemParameters: Readonly<Record<string, readonly string[]>> = {
  alt: ['json'],
  prettyPrint: ['true', 'false'],
}

export function readQuery(
  options: URLSearchParams,
  expected: Readonly<Record<string, Kind>> = {},
): Query {
  for (const [name, value] of options) {
    if (systemParameters[name]?.includes(value)) continue
    const kind = Object.hasOwn(expected, name) ? expected[name] : undefined
    if (kind === undefined)
      throw invalidArgument(`Unknown or not simulated name "${name}": Cannot bind query parameter.`)
    if (kind !== 'strings' && options.getAll(name).length > 1)
      throw invalidArgument(`Proto field is not repeating, cannot start list: ${name}`)
    const isValid =
      (kind !== 'number' || /^\d+$/.test(value)) &&
      (kind !== 'boolean' || value === 'true' || value === 'false')
    if (!isValid) throw invalidArgument(`Invalid value at '${name}', "${value}"`)
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
