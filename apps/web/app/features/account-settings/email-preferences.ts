import { loadEmailPreferences } from '@doorman/contract/emails'
import { query } from '../../lib/api/query.ts'

/** Which of the optional emails the user wants. */
export const emailPreferences = query(loadEmailPreferences, {})
