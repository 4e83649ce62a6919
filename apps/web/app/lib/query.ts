import type { Endpoint } from '@doorman/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, nullWhenSignedOut } from './api.ts'

/** The query for an endpoint. Its key starts with the path, so `refetch` reaches every variant of it. */
export function query<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Reply>,
  input: z.input<Input>,
) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, signal),
  })
}

/** The same, where a 401 is an answer: `null`. */
export function queryOrNull<Input extends z.ZodMiniObject, Reply extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Reply>,
  input: z.input<Input>,
) {
  return queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => nullWhenSignedOut(call(endpoint, input, signal)),
  })
}
