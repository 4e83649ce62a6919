import type { Form } from './form.ts'
import { invalidParameter, missingParameter, unknownParameter } from './stripe-error.ts'

/** `range` is a time, or bounds such as `created[gte]`. */
type Kind = 'text' | 'integer' | 'boolean' | 'url' | 'texts' | 'metadata' | 'range'

class OneOf {
  readonly values: readonly string[]

  constructor(values: readonly string[]) {
    this.values = values
  }
}

class ListOf {
  readonly item: Shape

  constructor(item: Shape) {
    this.item = item
  }
}

/** The parameters of a call. Others are rejected. */
export type Shape = { readonly [name: string]: Kind | OneOf | ListOf | Shape }

export const oneOf = (...values: string[]) => new OneOf(values)
export const listOf = (item: Shape) => new ListOf(item)

const maxListItems = 100

/** The parameters of one call, checked against its shape. An empty value unsets a parameter. */
export class Params {
  readonly #form: Form
  readonly #path: string

  constructor(form: Form, path = '') {
    this.#form = form
    this.#path = path
  }

  names(): readonly string[] {
    return Object.keys(this.#form)
  }

  has(name: string): boolean {
    return name in this.#form
  }

  /** `null` if it is missing or empty. */
  text(name: string): string | null {
    const value = this.#form[name]
    return typeof value === 'string' && value !== '' ? value : null
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === null) throw missingParameter(joinPath(this.#path, name))
    return value
  }

  integer(name: string): number | null {
    const value = this.text(name)
    return value === null ? null : Number(value)
  }

  boolean(name: string): boolean | null {
    const value = this.text(name)
    return value === null ? null : value === 'true'
  }

  texts(name: string): readonly string[] {
    const value = this.#form[name]
    return typeof value === 'object'
      ? Object.values(value).filter((item) => typeof item === 'string')
      : []
  }

  metadata(name = 'metadata'): Readonly<Record<string, string>> {
    const value = this.#form[name]
    return typeof value === 'object' ? (value as Readonly<Record<string, string>>) : {}
  }

  /** The fields of a nested object; empty if it is missing. */
  inner(name: string): Params {
    const value = this.#form[name]
    return new Params(typeof value === 'object' ? value : {}, joinPath(this.#path, name))
  }

  list(name: string): readonly Params[] {
    const value = this.#form[name]
    if (typeof value !== 'object') return []
    return Object.keys(value).map((index) => this.inner(name).inner(index))
  }

  /** Whether a time in seconds is within a `range`. */
  includes(name: string, time: number): boolean {
    const value = this.#form[name]
    if (value === undefined) return true
    if (typeof value === 'string') return time === Number(value)
    return Object.entries(value).every(([bound, limit]) => isWithin(bound, time, Number(limit)))
  }
}

export function readParams(form: Form, shape: Shape): Params {
  check(form, shape, '')
  return new Params(form)
}

function check(form: Form, shape: Shape, path: string): void {
  for (const [name, value] of Object.entries(form)) {
    const where = joinPath(path, name)
    const expected = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (expected === undefined) throw unknownParameter(where)
    if (expected instanceof OneOf) checkOneOf(value, expected.values, where)
    else if (expected instanceof ListOf) checkList(value, expected.item, where)
    else if (typeof expected === 'string') checkKind(value, expected, where)
    else if (typeof value === 'string') throw invalidParameter(where, 'Invalid object')
    else check(value, expected, where)
  }
}

function checkOneOf(value: string | Form, values: readonly string[], where: string): void {
  if (typeof value === 'string' && values.includes(value)) return
  throw invalidParameter(where, `Invalid ${where}: must be one of ${values.join(', ')}`)
}

function checkList(value: string | Form, item: Shape, where: string): void {
  if (typeof value === 'string') throw invalidParameter(where, 'Invalid array')
  for (const [index, entry] of checkIndexes(value, where))
    if (typeof entry === 'string') throw invalidParameter(`${where}[${index}]`, 'Invalid object')
    else check(entry, item, `${where}[${index}]`)
}

function checkIndexes(value: Form, where: string): [string, string | Form][] {
  const entries = Object.entries(value)
  const isList = entries.every(([index], position) => index === String(position))
  if (!isList || entries.length > maxListItems) throw invalidParameter(where, 'Invalid array')
  return entries
}

const checks: Readonly<Record<Exclude<Kind, 'texts' | 'metadata' | 'range'>, RegExp>> = {
  text: /^[^]{0,5000}$/,
  integer: /^(?:-?\d{1,12})?$/,
  boolean: /^(?:true|false)$/,
  url: /^https?:\/\/\S{1,4000}$/,
}

function checkKind(value: string | Form, kind: Kind, where: string): void {
  if (kind === 'range') return checkRange(value, where)
  if (kind === 'metadata') return checkMetadata(value, where)
  if (kind === 'texts') {
    if (typeof value === 'string') throw invalidParameter(where, 'Invalid array')
    for (const [index, item] of checkIndexes(value, where))
      checkKind(item, 'text', `${where}[${index}]`)
  } else if (typeof value !== 'string' || !checks[kind].test(value))
    throw invalidParameter(where, `Invalid ${kind}: ${typeof value === 'string' ? value : where}`)
}

function checkRange(value: string | Form, where: string): void {
  if (typeof value === 'string') return checkKind(value, 'integer', where)
  check(value, { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' }, where)
}

/** At most 50 keys of 40 characters with values of 500 (https://docs.stripe.com/api/metadata). */
function checkMetadata(value: string | Form, where: string): void {
  if (value === '') return
  const isValid =
    typeof value === 'object' &&
    Object.keys(value).length <= 50 &&
    Object.entries(value).every(
      ([key, text]) => key.length <= 40 && typeof text === 'string' && text.length <= 500,
    )
  if (!isValid) throw invalidParameter(where, 'Invalid metadata')
}

function isWithin(bound: string, time: number, limit: number): boolean {
  if (bound === 'gt') return time > limit
  if (bound === 'gte') return time >= limit
  return bound === 'lt' ? time < limit : time <= limit
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}[${name}]`
}
