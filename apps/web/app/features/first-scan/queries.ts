import { listFirstScans } from '@doorman/contract/first-scans'
import { query } from '../../lib/api/query.ts'

/** The first scans that have ended and that the user has not dismissed. */
export const firstScans = query(listFirstScans, {})
