import type Stripe from 'stripe'
import { toList } from '../account.ts'
import type { Params, Shape } from './params.ts'
import { invalidParameter, noSuch, notAllowed } from './stripe-error.ts'

/** https://docs.stripe.com/api/pagination */
export const pagingParams: Shape = {
  limit: 'integer',
  starting_after: 'text',
  ending_before: 'text',
}

/** One page, newest first. `oldestFirst` are the objects in the order of their creation. */
export function toPage<T extends { readonly id: string }>(
  oldestFirst: Iterable<T>,
  params: Params,
  { url, kind }: { url: string; kind: string },
): Stripe.ApiList<T> {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > 100)
    throw invalidParameter('limit', 'Invalid limit: must be between 1 and 100')
  if (params.has('starting_after') && params.has('ending_before'))
    throw notAllowed('You cannot use starting_after together with ending_before.')
  const all = [...oldestFirst].toReversed()
  const find = (name: string) => {
    const id = params.required(name)
    const index = all.findIndex((object) => object.id === id)
    if (index === -1) throw noSuch(kind, id, name)
    return index
  }
  if (params.has('ending_before')) {
    const end = find('ending_before')
    const start = Math.max(0, end - limit)
    return toList(all.slice(start, end), url, start > 0)
  }
  const start = params.has('starting_after') ? find('starting_after') + 1 : 0
  return toList(all.slice(start, start + limit), url, start + limit < all.length)
}
