import { listReceipts } from '@doorman/contract/subscriptions'
import { query } from '../../lib/api/query.ts'

/** The user's payments, newest first. */
export const receipts = query(listReceipts, {})
