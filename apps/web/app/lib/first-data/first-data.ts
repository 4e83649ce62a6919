import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Loads a part of a page into the cache. Rejects if the part cannot be shown. */
export type LoadPart = (client: QueryClient) => Promise<unknown>

/** The data for the first paint of a page, loaded on the server and sent with the document. */
export type FirstData = {
  /** A list of `Loaded`, as JSON, which the browser parses ten times faster than the router's format. */
  readonly queries: string
  /** By part: false if it failed or took too long. The browser then requests it. */
  readonly hasPart: readonly boolean[]
}

type Loaded = {
  readonly queryKey: QueryKey
  readonly data: unknown
  readonly updatedAt: number
}

/** Everything that the client has loaded so far. */
export function toFirstData(client: QueryClient, hasPart: readonly boolean[]): FirstData {
  const queries = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data, dataUpdatedAt } }) =>
      data === undefined ? [] : { queryKey, data, updatedAt: dataUpdatedAt },
    )
  return { queries: JSON.stringify(queries satisfies Loaded[]), hasPart: [...hasPart] }
}

const taken = new WeakSet<FirstData>()

/**
 * Copies the server's data into the cache, once per document, without replacing newer data. Called
 * during render, because children read it. Returns whether it was copied now.
 */
export function takeFirstData(client: QueryClient, data: FirstData): boolean {
  if (taken.has(data)) return false
  taken.add(data)
  // Safe: `toFirstData` has written it.
  for (const { queryKey, data: loaded, updatedAt } of JSON.parse(data.queries) as Loaded[])
    if (client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, loaded, { updatedAt })
  return true
}
