import { trackingCodeFields, type TrackingCodeField } from '@doorman/domain/site/tracking-codes'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Nothing = z.object({})

/** The codes as the admin wrote them. Pages get sanitised copies. */
export const AdminTrackingCodes = z.object({
  trackingCodeHead: z.string(),
  trackingCodeBodyStart: z.string(),
  trackingCodeBodyEnd: z.string(),
})
export type AdminTrackingCodes = z.infer<typeof AdminTrackingCodes>
export { trackingCodeFields, type TrackingCodeField }

/** Far above what marketing tools hand out. */
const trackingCodeMaxLength = 100_000
const TrackingCode = z
  .string()
  .check(z.maxLength(trackingCodeMaxLength, 'A tracking code can have up to 100,000 characters.'))

export const loadAdminTrackingCodes = endpoint({
  method: 'GET',
  path: '/api/admin/tracking-codes',
  summary: 'Load the tracking codes as they were saved',
  input: Nothing,
  reply: AdminTrackingCodes,
})

export const changeTrackingCodes = endpoint({
  method: 'POST',
  path: '/api/admin/tracking-codes',
  summary: 'Save a tracking code',
  input: z.object({
    trackingCodeHead: z.optional(TrackingCode),
    trackingCodeBodyStart: z.optional(TrackingCode),
    trackingCodeBodyEnd: z.optional(TrackingCode),
  }),
  reply: z.extend(AdminTrackingCodes, {
    /**
     * What sanitising takes out of the codes that were just saved, such as `<iframe>` or
     * `onclick of <img>`. Empty: they run as they are.
     */
    removed: z.array(z.string()),
  }),
})

/** Earlier texts, so that a bad change can be taken back: save one of them again. */
export const listTrackingCodeVersions = endpoint({
  method: 'GET',
  path: '/api/admin/tracking-codes/versions',
  summary: 'List the earlier texts of a tracking code, newest first',
  input: z.object({ field: z.enum(trackingCodeFields) }),
  reply: z.array(
    z.object({
      savedAt: z.iso.datetime(),
      /** The admin's address; `null` if the account is gone, or the text predates versions. */
      savedBy: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
})

/** Sanitised as on the pages, but read at this moment. `/api/tracking-codes` may be minutes old. */
export const previewTrackingCodes = endpoint({
  method: 'GET',
  path: '/api/admin/tracking-codes/preview',
  summary: 'Load the tracking codes as the pages will contain them',
  input: Nothing,
  reply: z.object({ head: z.string(), bodyStart: z.string(), bodyEnd: z.string() }),
})

/**
 * A document that runs the saved head code, for an `<iframe sandbox="allow-scripts">` that the admin
 * panel adds when the admin presses the button. It has an origin of its own: the code reaches
 * neither the panel nor the session. The two talk by `postMessage`: the frame sends a
 * `PixelTestReply`, the panel a `PixelTestRequest`. The frame's origin is `null`, so compare
 * `event.source` with the frame's window, and post to `'*'`.
 */
export const pixelTestPath = '/api/admin/tracking-codes/pixel-test'

/** Asks the frame to call `fbq('track', event, details)`, such as `PageView` or `Purchase`. */
export type PixelTestRequest = { readonly event: string; readonly details?: object }
/** `ready`: send requests. `sent`: the pixel took the event. `not-loaded`: there is no `fbq`. */
export type PixelTestReply = { readonly state: 'ready' | 'sent' | 'not-loaded' }
