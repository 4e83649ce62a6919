import { listDevices, loadAddressChange } from '@doorman/contract/own-data'
import { query } from '../../lib/api/query.ts'

/** The change of address that waits for its confirmations. */
export const addressChange = query(loadAddressChange, {})

export const devices = query(listDevices, {})
