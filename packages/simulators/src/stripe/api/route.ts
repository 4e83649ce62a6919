import type { StripeAccount } from '../account.ts'
import type { Params, Shape } from './params.ts'

/** One method of the API. Parameters that it does not list are rejected. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for an id. */
  readonly path: `/v1/${string}`
  /** Besides `expand`, which every method takes. */
  readonly params?: Shape
  /** Returns the JSON response. It is synchronous, so calls do not interleave. */
  readonly handle: (call: Call) => object
}

type Call = {
  readonly account: StripeAccount
  /** The `:id` of the path. */
  readonly id: string
  readonly params: Params
}

/** The id in `path`; empty if the pattern has none; `null` if the path does not match. */
export function matchPath(pattern: string, path: string): string | null {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return null
  let id = ''
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (part === ':id' && /^\w+$/.test(value)) id = value
    else if (part !== value) return null
  }
  return id
}
