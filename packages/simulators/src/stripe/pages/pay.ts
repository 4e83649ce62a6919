import type { StripeAccount } from '../account.ts'
import type { DeclineCode, TestCard } from '../billing/test-cards.ts'

/** What happens after the bank has answered. Each returns where the browser goes next. */
export type Payment = {
  readonly onAccepted: () => string
  readonly onDeclined: (code: DeclineCode) => string
}

/** Asks the bank while the customer is there. Returns where the browser goes next. */
export function pay(account: StripeAccount, card: TestCard, payment: Payment): string {
  switch (card.onSession) {
    case 'pays':
      return payment.onAccepted()
    case 'challenge':
      return startChallenge(account, payment)
    default:
      return payment.onDeclined(card.onSession)
  }
}

/** A challenge has one result, however often its form is sent. */
function startChallenge(account: StripeAccount, { onAccepted, onDeclined }: Payment): string {
  const id = account.newId('payatt')
  let location: string | null = null
  account.challenges.set(id, (isPassed) => {
    location ??= isPassed ? onAccepted() : onDeclined('authentication_required')
    return location
  })
  return `${account.settings.baseUrl}/3ds/${id}`
}
