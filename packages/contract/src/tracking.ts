import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How long a reply may be cached. A change of the codes is visible after that. */
export const trackingCacheMs = 300_000

/** Sanitised. Our own pages don't call it: the server renders the codes into them. */
export const loadTrackingCodes = endpoint({
  method: 'GET',
  path: '/api/tracking-codes',
  summary: 'Load the operator’s tracking codes',
  input: z.object({}),
  reply: z.object({
    head: z.optional(z.string()),
    bodyStart: z.optional(z.string()),
    bodyEnd: z.optional(z.string()),
  }),
})
