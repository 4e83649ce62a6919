import type Stripe from 'stripe'
import { idOf } from '../account.ts'
import { subscriptionIdOf } from '../billing/invoicing.ts'
import { requireKnownCustomer } from './known-customer.ts'
import { pagingParams, toPage } from './paging.ts'
import { oneOf } from './params.ts'
import type { Route } from './route.ts'
import { noSuch } from './stripe-error.ts'

export const invoiceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    params: {
      ...pagingParams,
      created: 'range',
      customer: 'text',
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: 'text',
    },
    handle({ account, params }) {
      const customer = requireKnownCustomer(account, params)
      const status = params.text('status')
      const subscription = params.text('subscription')
      const isWanted = (invoice: Stripe.Invoice) =>
        (customer === null || (invoice.customer !== null && idOf(invoice.customer) === customer)) &&
        (status === null || invoice.status === status) &&
        (subscription === null || subscriptionIdOf(invoice) === subscription) &&
        params.includes('created', invoice.created)
      const found = [...account.invoices.values()].filter(isWanted)
      return toPage(found, params, { url: '/v1/invoices', kind: 'invoice' })
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    handle({ account, id }) {
      const invoice = account.invoices.get(id)
      if (!invoice) throw noSuch('invoice', id)
      return invoice
    },
  },
]
