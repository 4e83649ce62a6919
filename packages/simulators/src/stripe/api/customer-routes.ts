import type Stripe from 'stripe'
import { idOf, type StripeAccount } from '../account.ts'
import { planNextStep } from '../billing/life-cycle.ts'
import { endSubscription, hasEnded } from '../billing/settling.ts'
import { makeCustomer } from '../objects/customer.ts'
import { changeMetadata } from './metadata.ts'
import { pagingParams, toPage } from './paging.ts'
import type { Params, Shape } from './params.ts'
import type { Route } from './route.ts'
import { invalidParameter, noSuch } from './stripe-error.ts'

const fields: Shape = {
  email: 'text',
  name: 'text',
  description: 'text',
  phone: 'text',
  metadata: 'metadata',
}

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    params: fields,
    handle({ account, params }) {
      const customer = makeCustomer(account, {
        email: readEmail(params),
        name: params.text('name'),
        description: params.text('description'),
        phone: params.text('phone'),
        metadata: changeMetadata({}, params),
      })
      account.customers.set(customer.id, customer)
      account.emit('customer.created', customer)
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    params: { ...pagingParams, email: 'text', created: 'range' },
    handle({ account, params }) {
      const email = params.text('email')
      const found = [...account.customers.values()].filter(
        (customer) =>
          (email === null || customer.email === email) &&
          params.includes('created', customer.created),
      )
      return toPage(found, params, { url: '/v1/customers', kind: 'customer' })
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    handle({ account, id }): Stripe.Customer | Stripe.DeletedCustomer {
      return account.deletedCustomers.get(id) ?? loadCustomer(account, id)
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    params: fields,
    handle({ account, id, params }) {
      const customer = loadCustomer(account, id)
      const changes: Partial<Stripe.Customer> = {}
      if (params.has('email')) changes.email = readEmail(params)
      if (params.has('name')) changes.name = params.text('name')
      if (params.has('description')) changes.description = params.text('description')
      if (params.has('phone')) changes.phone = params.text('phone')
      if (params.has('metadata')) changes.metadata = changeMetadata(customer.metadata, params)
      account.change(customer, changes, 'customer.updated')
      return customer
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    handle: ({ account, id }) => deleteCustomer(account, loadCustomer(account, id)),
  },
]

export function loadCustomer(account: StripeAccount, id: string, param = 'id'): Stripe.Customer {
  const customer = account.customers.get(id)
  if (!customer) throw noSuch('customer', id, param)
  return customer
}

/** Also cancels the customer's subscriptions at once. Deleted customers can still be retrieved. */
function deleteCustomer(account: StripeAccount, customer: Stripe.Customer): Stripe.DeletedCustomer {
  for (const subscription of account.subscriptions.values())
    if (idOf(subscription.customer) === customer.id && !hasEnded(subscription)) {
      endSubscription(account, subscription)
      planNextStep(account, subscription)
    }
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const
  account.customers.delete(customer.id)
  account.deletedCustomers.set(customer.id, deleted)
  account.emit('customer.deleted', customer)
  return deleted
}

function readEmail(params: Params): string | null {
  const email = params.text('email')
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalidParameter('email', `Invalid email address: ${email}`, 'email_invalid')
  return email
}
