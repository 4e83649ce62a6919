import type { StripeAccount } from '../account.ts'
import { invalidParameter } from './stripe-error.ts'

type Json = { [name: string]: unknown }

/** https://docs.stripe.com/api/expanding_objects */
const maxDepth = 4

/** A copy of the response in which the ids at these paths are the objects themselves. */
export function expandResponse(
  account: StripeAccount,
  response: object,
  paths: readonly string[],
): object {
  const copy = structuredClone(response) as Json
  // A path expands every object on its way: `latest_invoice.customer` expands both.
  for (const path of paths) expandPath(account, copy, path)
  const sessions = Array.isArray(copy.data) ? (copy.data as Json[]) : [copy]
  const prefix = Array.isArray(copy.data) ? 'data.' : ''
  for (const object of sessions)
    if (object.object === 'checkout.session' && !paths.includes(`${prefix}line_items`))
      delete object.line_items
  return copy
}

function expandPath(account: StripeAccount, response: Json, path: string): void {
  const names = path.split('.')
  const isList = response.object === 'list'
  if (names.length - (isList ? 1 : 0) > maxDepth)
    throw invalidParameter('expand', `You cannot expand more than ${maxDepth} levels of a property`)
  if (isList && names[0] !== 'data') throw cannotExpand(path)
  descend(account, response, names, path)
}

function descend(
  account: StripeAccount,
  owner: Json,
  names: readonly string[],
  path: string,
): void {
  const [name = '', ...rest] = names
  if (!Object.hasOwn(owner, name)) throw cannotExpand(path)
  const value = owner[name]
  if (typeof value === 'string') {
    const found = findObject(account, value)
    if (found === null) throw cannotExpand(path)
    owner[name] = structuredClone(found)
  } else if (rest.length === 0 && !isExpanded(value)) throw cannotExpand(path)
  if (rest.length === 0) return
  const next = owner[name]
  for (const inner of Array.isArray(next) ? next : [next])
    if (typeof inner === 'object' && inner !== null) descend(account, inner as Json, rest, path)
}

/** A field that already holds an object, or `null`, may be named in `expand`. */
function isExpanded(value: unknown): boolean {
  return value === null || typeof value === 'object'
}

function findObject(account: StripeAccount, id: string): object | null {
  const stores: readonly ReadonlyMap<string, object>[] = [
    account.customers,
    account.deletedCustomers,
    account.products,
    account.prices,
    account.checkoutSessions,
    account.portalConfigurations,
    account.subscriptions,
    account.invoices,
    account.paymentMethods,
  ]
  for (const store of stores) {
    const found = store.get(id)
    if (found) return found
  }
  return null
}

function cannotExpand(path: string) {
  return invalidParameter('expand', `This property cannot be expanded (${path}).`)
}
