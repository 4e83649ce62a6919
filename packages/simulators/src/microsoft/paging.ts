import { badRequest } from './graph-error.ts'
import type { Call } from './route.ts'

type Page = { readonly owner: string; readonly skip: number }

/** How many items the pages before this one held; like Graph's own `$skip`, it counts anew on each call. */
export function openPage({ option, graph, grant }: Call): number {
  const token = option('$skiptoken')
  if (token === null) return 0
  const page = graph.seal.open(token)
  if (!isPage(page) || page.owner !== grant.account.objectId)
    throw badRequest('The skip token is not valid.')
  return page.skip
}

/** "This URL includes any query parameters you may have specified in the initial request" (user-list-messages). */
export function toNextLink({ url, graph, grant }: Call, skip: number): string {
  const next = new URL(`${graph.graphUrl}${url.pathname}`)
  next.search = url.search
  const page: Page = { owner: grant.account.objectId, skip }
  next.searchParams.set('$skiptoken', graph.seal.close(page))
  return next.href
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'skip' in value && 'owner' in value
}
