import { loadBillingInfo } from '@doorman/contract/billing'
import { query } from './query.ts'

/** The plan of whoever is signed in. */
export const billingInfo = query(loadBillingInfo, {})
