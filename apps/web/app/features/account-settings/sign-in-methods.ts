import { loadSignInMethods } from '@doorman/contract/social-sign-in'
import { query } from '../../lib/api/query.ts'

/** How the user can sign in: password, Google, Microsoft. */
export const signInMethods = query(loadSignInMethods, {})
