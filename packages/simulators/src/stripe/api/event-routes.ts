import type Stripe from 'stripe'
import { pagingParams, toPage } from './paging.ts'
import type { Route } from './route.ts'
import { noSuch, notAllowed } from './stripe-error.ts'

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    params: {
      ...pagingParams,
      created: 'range',
      type: 'text',
      types: 'texts',
      delivery_success: 'boolean',
    },
    handle({ account, params }) {
      const types = params.texts('types')
      const type = params.text('type')
      if (type !== null && types.length > 0)
        throw notAllowed('You may pass either type or types, but not both.')
      const delivered = params.boolean('delivery_success')
      const found = account.events.events.filter(
        (event) =>
          (type === null || event.type === type) &&
          (types.length === 0 || types.includes(event.type)) &&
          (delivered === null || (event.pending_webhooks === 0) === delivered) &&
          params.includes('created', event.created),
      )
      return toPage(found, params, { url: '/v1/events', kind: 'event' })
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    handle({ account, id }): Stripe.Event {
      const event = account.events.events.find((one) => one.id === id)
      if (!event) throw noSuch('event', id)
      return event
    },
  },
  {
    method: 'GET',
    path: '/v1/balance',
    handle: ({ account }): Stripe.Balance => ({
      object: 'balance',
      available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
      livemode: account.settings.isLive,
      pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    }),
  },
]
