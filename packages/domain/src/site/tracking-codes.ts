/** Where an operator's tracking codes stand in a page. */
export const trackingCodeFields = [
  'trackingCodeHead',
  'trackingCodeBodyStart',
  'trackingCodeBodyEnd',
] as const
export type TrackingCodeField = (typeof trackingCodeFields)[number]
