import type { SecondFactorState } from '@doorman/contract/second-factor'
import { loadSecondFactor } from '@doorman/contract/second-factor'
import { query } from '../../../lib/api/query.ts'

/** The user's authenticator app, passkeys and recovery codes. */
export const secondFactor = query(loadSecondFactor, {})

export type Passkey = SecondFactorState['passkeys'][number]

/** What a dialog of the card is open for. */
export type Task =
  | { readonly kind: 'add-app' | 'remove-app' | 'new-codes' | 'add-passkey' }
  | { readonly kind: 'rename-passkey' | 'remove-passkey'; readonly passkey: Passkey }
