import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How long an answer may be kept: a change of the codes shows after that. */
export const trackingKeptMs = 300_000

/** Sanitised. The pages that may carry them already do, so nobody need ask. */
export const loadTrackingCodes = endpoint({
  method: 'GET',
  path: '/api/tracking-codes',
  summary: 'Markup of the operator’s marketing tools',
  input: z.object({}),
  reply: z.object({
    head: z.optional(z.string()),
    bodyStart: z.optional(z.string()),
    bodyEnd: z.optional(z.string()),
  }),
})
