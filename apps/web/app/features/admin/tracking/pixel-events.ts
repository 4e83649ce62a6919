import type { PixelTestRequest } from '@doorman/contract/admin-tracking'
import { purchaseEvent, signUpEvent } from '../../../lib/tracking-events.ts'
import { pricePerMonthCents } from '@doorman/domain/plans/plan'

export type PixelEvent = PixelTestRequest & { readonly title: string }

/** The events of our own pages, and a `Lead`, which many campaigns count instead of a sign-up. */
export const pixelEvents: readonly PixelEvent[] = [
  { title: 'Page view', event: 'PageView' },
  { title: 'Lead', event: 'Lead' },
  { title: 'Sign-up', ...signUpEvent },
  { title: 'Purchase', ...purchaseEvent(pricePerMonthCents) },
]
