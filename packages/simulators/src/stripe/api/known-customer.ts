import type { StripeAccount } from '../account.ts'
import type { Params } from './params.ts'
import { noSuch } from './stripe-error.ts'

/** The `customer` that a list is filtered by. Objects of a deleted customer stay readable. */
export function requireKnownCustomer(account: StripeAccount, params: Params): string | null {
  const id = params.text('customer')
  if (id !== null && !account.customers.has(id) && !account.deletedCustomers.has(id))
    throw noSuch('customer', id, 'customer')
  return id
}
