import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { pagingParams, toPage } from './paging.ts'
import { oneOf } from './params.ts'
import type { Route } from './route.ts'
import { noSuch } from './stripe-error.ts'

/** The catalog is set up in the dashboard, so that calls only read it. */
export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/products',
    params: { ...pagingParams, active: 'boolean' },
    handle({ account, params }) {
      const active = params.boolean('active')
      const found = [...account.products.values()].filter(
        (product) => active === null || product.active === active,
      )
      return toPage(found, params, { url: '/v1/products', kind: 'product' })
    },
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    handle({ account, id }) {
      const product = account.products.get(id)
      if (!product) throw noSuch('product', id)
      return product
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    params: {
      ...pagingParams,
      active: 'boolean',
      currency: 'text',
      lookup_keys: 'texts',
      product: 'text',
      type: oneOf('one_time', 'recurring'),
    },
    handle({ account, params }) {
      const keys = params.texts('lookup_keys')
      const active = params.boolean('active')
      const isWanted = (price: Stripe.Price) =>
        (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
        (active === null || price.active === active) &&
        price.currency === (params.text('currency') ?? price.currency) &&
        price.type === (params.text('type') ?? price.type) &&
        idOf(price.product) === (params.text('product') ?? idOf(price.product))
      const found = [...account.prices.values()].filter(isWanted)
      return toPage(found, params, { url: '/v1/prices', kind: 'price' })
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    handle: ({ account, id }) => loadPrice(account, id),
  },
]

export function loadPrice(account: StripeAccount, id: string, param = 'id'): Stripe.Price {
  const price = account.prices.get(id)
  if (!price) throw noSuch('price', id, param)
  return price
}
