import { setReputation } from '@doorman/db/queries/sender-reputations'
import { AppError } from '@doorman/domain/app-error'
import type { DecisionId } from '@doorman/domain/ids'
import { normaliseAddress, notAnAddress } from '@doorman/domain/mail/email-address'
import { toMailboxAddress } from '@doorman/domain/mail/own-addresses'
import type { Actor } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'

/** Stands for the decision in the reputation of a sender whom the user trusts without an email. */
const noDecision = '00000000-0000-0000-0000-000000000000' as DecisionId

/** From now on, email of this sender stays in the inbox. Idempotent. */
export async function trustSender(
  { db, limits, now }: Context,
  { userId }: Actor,
  { entered }: { readonly entered: string },
): Promise<void> {
  const address = normaliseAddress(entered)
  if (/[\s<>,;]/.test(address) || toMailboxAddress(address) === null)
    throw new AppError('invalid', notAnAddress, { field: 'address' })
  await limits.count('trust-sender-user', userId)
  await setReputation(db, {
    userId,
    address,
    reputation: 'trusted',
    setAt: now(),
    decisionId: noDecision,
  })
}
