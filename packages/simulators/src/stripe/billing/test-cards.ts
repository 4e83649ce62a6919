/** Why a card was declined, in Stripe's words. */
export type DeclineCode = 'generic_decline' | 'insufficient_funds' | 'authentication_required'

export type ChargeOutcome = 'pays' | DeclineCode

export type TestCard = {
  readonly number: string
  readonly brand: 'visa' | 'mastercard'
  /** How the card behaves, in words for visitors. */
  readonly about: string
  /** `challenge`: the bank asks its customer first (3-D Secure). */
  readonly onSession: ChargeOutcome | 'challenge'
  /** What happens at a renewal, when the customer is not there. */
  readonly offSession: ChargeOutcome
}

/** Stripe's own test cards (https://docs.stripe.com/testing). */
const testCards: readonly TestCard[] = [
  {
    number: '4242424242424242',
    brand: 'visa',
    about: 'Succeeds',
    onSession: 'pays',
    offSession: 'pays',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    about: 'Declined',
    onSession: 'generic_decline',
    offSession: 'generic_decline',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    about: 'Needs 3-D Secure, also to renew',
    onSession: 'challenge',
    offSession: 'authentication_required',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    about: 'Succeeds now, fails to renew',
    onSession: 'pays',
    offSession: 'generic_decline',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    about: 'Needs 3-D Secure once',
    onSession: 'challenge',
    offSession: 'pays',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    about: 'Has insufficient funds',
    onSession: 'insufficient_funds',
    offSession: 'insufficient_funds',
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    about: 'Succeeds',
    onSession: 'pays',
    offSession: 'pays',
  },
]

/** The cards that the pages offer. The others can be typed. */
export const offeredCards = testCards.slice(0, 4)

/** `number` may have spaces or dashes, as people type it. */
export function findTestCard(number: string): TestCard | null {
  const digits = number.replace(/[\s-]/g, '')
  return testCards.find((card) => card.number === digits) ?? null
}

/** A saved card shows only these digits, which differ for all test cards. */
export function findTestCardByLast4(last4: string): TestCard | null {
  return testCards.find(({ number }) => number.endsWith(last4)) ?? null
}

/** `4242 4242 4242 4242` */
export function formatCardNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

const messages: Readonly<Record<DeclineCode, string>> = {
  generic_decline: 'Your card was declined. Try another card.',
  insufficient_funds: 'Your card has insufficient funds. Try another card.',
  authentication_required: 'We couldn’t authenticate your payment. Try again or use another card.',
}

export function describeDecline(code: DeclineCode): string {
  return messages[code]
}

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(messages, code)
}
