import {
  toActionState,
  type DecisionState,
  type UserAction,
} from '@doorman/domain/screening/user-action'

type Sender = { readonly senderName: string | null; readonly senderAddress: string | null }

/** `Pat <pat@vendor.example>`, or only the part that is known. */
export function toSender({ senderName: name, senderAddress: address }: Sender): string {
  if (!name || !address) return address ?? name ?? ''
  return `${name} <${address}>`
}

/** The API's `action` of a filtered email: what the user last did with it, if anything. */
export function toAction(state: DecisionState | null): 'restored' | 'spam' | undefined {
  const shown = toActionState(state)
  return shown === 'none' ? undefined : shown
}

/** The API's words for a user's actions. `restored` is an older spelling of `restore`. */
export const userActions = {
  restore: 'restore',
  restored: 'restore',
  spam: 'report-spam',
  undo: 'undo',
} as const satisfies Record<string, UserAction>
