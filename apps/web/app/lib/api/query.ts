import type { Endpoint } from '@doorman/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, nullWhenSignedOut, type Call } from './call.ts'

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface Register {
    /** Set by `createQueryClient`: on the server a query calls the API in process. */
    queryMeta: { call?: Call }
  }
}

/** The query for an endpoint. Its key starts with the path, so `refetch` reaches all inputs. */
export function query<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Reply>,
  input: z.input<Input>,
) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal, meta }) => (meta?.call ?? call)(endpoint, input, signal),
  })
}

/** The query for an endpoint whose 401 is an ordinary answer, read as `null`. */
export function queryOrNull<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Reply>,
  input: z.input<Input>,
) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal, meta }) => nullWhenSignedOut((meta?.call ?? call)(endpoint, input, signal)),
  })
}
