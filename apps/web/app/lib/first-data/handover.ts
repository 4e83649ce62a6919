import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What the server has loaded for the first paint of a page, sent with the document. */
export type Handover = {
  /** A list of `Loaded`, as JSON, which the browser parses ten times faster than the router's format. */
  readonly queries: string
  /** Otherwise something failed or took too long, and the browser asks for it. */
  readonly isComplete: boolean
}

type Loaded = {
  readonly queryKey: QueryKey
  readonly data: unknown
  readonly updatedAt: number
}

/** Everything that the client has loaded so far. */
export function toHandover(client: QueryClient, isComplete: boolean): Handover {
  const queries = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data, dataUpdatedAt } }) =>
      data === undefined ? [] : { queryKey, data, updatedAt: dataUpdatedAt },
    )
  return { queries: JSON.stringify(queries satisfies Loaded[]), isComplete }
}

const taken = new WeakSet<Handover>()

/**
 * Puts what the server has loaded into the cache, once. Called while rendering: the parts below read it
 * at once. What the browser has loaded meanwhile is newer and stays. Returns whether it was the first time.
 */
export function takeOver(client: QueryClient, handover: Handover): boolean {
  if (taken.has(handover)) return false
  taken.add(handover)
  // Safe: `toHandover` has written it.
  for (const { queryKey, data, updatedAt } of JSON.parse(handover.queries) as Loaded[])
    if (client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, data, { updatedAt })
  return true
}
