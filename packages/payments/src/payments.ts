import type { SubscriptionInterval, SubscriptionStatus } from '@doorman/domain/plans/plan'

/** A subscription as the payment provider reports it now. */
export type Subscription = {
  readonly id: string
  readonly status: Exclude<SubscriptionStatus, 'none'>
  readonly interval: SubscriptionInterval
  readonly createdAt: Date
  readonly periodStartsAt: Date
  readonly periodEndsAt: Date
  /** When it ends, if the user has cancelled it, or when it ended. */
  readonly cancelsAt: Date | null
  /** The oldest invoice that is overdue. */
  readonly openInvoice: {
    readonly id: string
    readonly amountCents: number
    readonly periodStartsAt: Date
  } | null
}

/** An invoice that was paid. */
export type PaidInvoice = {
  readonly id: string
  /** Printed on the receipt. */
  readonly number: string
  readonly amountCents: number
  /** ISO 4217 in lower case, such as `usd`. */
  readonly currency: string
  /** `null` if it was for neither of our prices. */
  readonly interval: SubscriptionInterval | null
  readonly periodStartsAt: Date
  readonly periodEndsAt: Date
  readonly paidAt: Date
}

export type Checkout = { readonly id: string; readonly url: string; readonly expiresAt: Date }

/**
 * `isOpen`: it can be paid, and the customer exists. `isPaid` is false if nothing was due, as with a
 * voucher for the whole price.
 */
type CheckoutState = { readonly isOpen: boolean; readonly isPaid: boolean }

/** A webhook event whose signature is valid. It says only that something changed. */
export type PaymentEvent = {
  readonly id: string
  /** The customer it is about; `null` if it is about none. */
  readonly customerId: string | null
}

/**
 * The payment provider. Throws only `PaymentError`. Ids are the provider's. Calls with the same
 * idempotency key, in two tabs or after a lost connection, have one effect. After an error, the key
 * can be used again.
 */
export type Payments = {
  createCustomer(input: {
    readonly email: string
    readonly idempotencyKey: string
  }): Promise<string>
  /** Changes the address on invoices. Idempotent. Does nothing for a customer that is gone. */
  changeAddress(customerId: string, email: string): Promise<void>
  createCheckout(input: {
    readonly customerId: string
    readonly interval: SubscriptionInterval
    /** `{CHECKOUT_SESSION_ID}` in it becomes the id of the session. */
    readonly successUrl: string
    readonly cancelUrl: string
    readonly idempotencyKey: string
  }): Promise<Checkout>
  loadCheckout(checkoutId: string): Promise<CheckoutState>
  /** Makes an open checkout unusable. A complete or expired one does not change. */
  expireCheckout(checkoutId: string): Promise<'complete' | 'expired'>
  /** A page where the customer changes card, plan and invoices' address, or cancels. */
  createPortal(input: {
    readonly customerId: string
    readonly returnUrl: string
  }): Promise<{ readonly url: string }>
  /**
   * Newest first, ended ones included. A deleted customer has none. Throws `gone` for an unknown
   * customer, such as every customer of another Stripe account.
   */
  listSubscriptions(customerId: string): Promise<readonly Subscription[]>
  /** Newest first, at most the newest hundred. */
  listPaidInvoices(customerId: string): Promise<readonly PaidInvoice[]>
  /**
   * Ends the subscription at once. One that has ended does not change. The operator can read the
   * comment at the provider.
   */
  cancelSubscription(subscriptionId: string, comment: string): Promise<void>
  /** Ends all subscriptions at once and deletes the customer's data. Idempotent. */
  deleteCustomer(customerId: string): Promise<void>
  /** Reads a webhook request. `unproven`: its signature, its age or its mode is wrong. */
  readEvent(input: {
    readonly signature: string | undefined
    /** The raw body: the signature covers its bytes. */
    readonly body: string
  }): Promise<PaymentEvent | 'unproven'>
}
