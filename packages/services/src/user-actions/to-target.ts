import type { DecisionState } from '@doorman/domain/screening/user-action'
import type { MessageLocation } from '@doorman/mail/mailbox'

export type MovableDecision = { readonly state: DecisionState; readonly viaContactForm: boolean }

/**
 * Where the message of a decision belongs.
 *
 * A reported contact-form message stays set aside. In junk, the provider would learn that the form's
 * own address sends spam, and the next customer's message would go there.
 */
export function toTarget({ state, viaContactForm }: MovableDecision): MessageLocation {
  return state === 'spam' && viaContactForm ? 'set-aside' : targets[state]
}

const targets: Readonly<Record<DecisionState, MessageLocation>> = {
  pending: 'set-aside',
  'set-aside': 'set-aside',
  gone: 'set-aside',
  restored: 'inbox',
  returned: 'inbox',
  spam: 'junk',
}
