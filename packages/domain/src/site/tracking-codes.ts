/** The places in a page for an operator's tracking codes. */
export const trackingCodeFields = [
  'trackingCodeHead',
  'trackingCodeBodyStart',
  'trackingCodeBodyEnd',
] as const
export type TrackingCodeField = (typeof trackingCodeFields)[number]
