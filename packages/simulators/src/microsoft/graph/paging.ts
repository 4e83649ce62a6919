import { badRequest } from './graph-error.ts'
import type { Call } from './route.ts'

type Page = { readonly owner: string; readonly skip: number }

/**
 * How many items the earlier pages had. As with Graph's `$skip`, items that arrive between two
 * pages shift the rest.
 */
export function readSkip({ option, graph, grant }: Call): number {
  const token = option('$skiptoken')
  if (token === null) return 0
  const page = graph.tokenSigner.verify(token)
  if (!isPage(page) || page.owner !== grant.account.objectId)
    throw badRequest('The skip token is not valid.')
  return page.skip
}

/**
 * The link repeats the query parameters of the first request
 * (https://learn.microsoft.com/graph/api/user-list-messages).
 */
export function toNextLink({ url, graph, grant }: Call, skip: number): string {
  const next = new URL(`${graph.graphUrl}${url.pathname}`)
  next.search = url.search
  const page: Page = { owner: grant.account.objectId, skip }
  next.searchParams.set('$skiptoken', graph.tokenSigner.sign(page))
  return next.href
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'skip' in value && 'owner' in value
}
