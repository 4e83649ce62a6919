import type { OptionalEmailKind } from '@doorman/domain/accounts/email-kinds'
import type { SubscriptionInterval } from '@doorman/domain/plans/plan'
import type { Category } from '@doorman/domain/screening/categories'

/** Emails about a user's account. */
export type AccountEmail = {
  readonly kind:
    | 'verify-email'
    | 'reset-password'
    | 'set-password'
    | 'password-set'
    | 'password-changed'
    | 'second-factor-changed'
    | 'sign-in-linked'
    | 'address-taken'
    | 'welcome'
  readonly url: string
}

/** Emails about a change of the user's address. */
export type AddressEmail = {
  readonly kind: 'confirm-old-address' | 'confirm-new-address' | 'address-changed'
  readonly url: string
  readonly newAddress: string
}

/** Goodbye to the owner of a deleted account. It is sent at once and never stored. */
export type Farewell = {
  readonly kind: 'farewell'
  /** The privacy policy. */
  readonly url: string
  readonly deletedBy: 'user' | 'admin'
}

/** Emails about a user's mailboxes. */
export type MailboxEmail = {
  readonly kind: 'sender-let-in' | 'mailbox-lost'
  readonly url: string
  /** The sender or the mailbox that the email is about. */
  readonly address: string
}

export type TrialReminder = {
  readonly kind: 'trial-reminder'
  readonly url: string
  /** 0 on the last day. */
  readonly daysLeft: number
  /** The last day, in words: November 30. */
  readonly endsOn: string
  /** How many mailboxes are protected now. Free protects one. */
  readonly mailboxCount: number
  /** Whether the user has agreed to smart responses, which Free always sends then. */
  readonly hasAgreedToReplies: boolean
  /** Whether Pro can be bought. */
  readonly canSubscribe: boolean
}

/** Trial or subscription are over, and the user is on the Free plan. */
export type PlanEnded = {
  readonly kind: 'plan-ended'
  readonly url: string
  readonly ended: 'trial' | 'subscription'
  /** The mailbox that Free covers; `null` if the user has none. */
  readonly address: string | null
  /** Whether that mailbox is filtered now: not paused, and not to be reconnected. */
  readonly isFiltered: boolean
  /** How many mailboxes stay connected without being filtered. */
  readonly idleCount: number
  readonly hasAgreedToReplies: boolean
  readonly canSubscribe: boolean
}

export type SubscriptionConfirmed = {
  readonly kind: 'subscription-confirmed'
  readonly url: string
  readonly interval: SubscriptionInterval
  /** In words: December 17, 2026. */
  readonly nextBillingOn: string
}

export type PaymentFailed = {
  readonly kind: 'payment-failed'
  readonly url: string
  /** Such as $9. */
  readonly amount: string
  /** Until when Pro stays on, in words: December 31. */
  readonly graceEndsOn: string
}

export type WeeklyReport = {
  readonly kind: 'weekly-report'
  readonly url: string
  /** In words: November 9 to 15. */
  readonly week: string
  readonly processed: number
  readonly filtered: number
  /** Filtered messages by kind, most first. */
  readonly byCategory: readonly { readonly category: Category; readonly count: number }[]
  /** In words: 35 minutes. */
  readonly timeSaved: string
  /** The filtered messages that we were least certain about, at most five. */
  readonly leastCertain: readonly {
    readonly sender: string
    readonly subject: string
    readonly confidencePercent: number
    readonly restoreUrl: string
  }[]
}

/** Tells the operator about a new user. */
export type NewUser = {
  readonly kind: 'new-user'
  readonly url: string
  readonly address: string
  readonly userCount: number
}

/** An email to or about a user. */
export type UserEmail =
  | AccountEmail
  | AddressEmail
  | MailboxEmail
  | TrialReminder
  | PlanEnded
  | SubscriptionConfirmed
  | PaymentFailed
  | WeeklyReport
  | NewUser

/** A message of the contact form, forwarded to the operator. */
export type ContactEmail = {
  readonly kind: 'contact-message'
  readonly name: string
  readonly email: string
  readonly message: string
  /** A `mailto:` link to reply. */
  readonly url: string
  /** The sender is a Pro customer, whose messages are answered first. */
  readonly isPro: boolean
}

/** Where the reader can switch emails of this kind off. */
export type Unsubscribe = {
  readonly kind: OptionalEmailKind
  /** A page that asks first. */
  readonly pageUrl: string
  /** Takes a POST without a question (RFC 8058), for the button of the mail program. */
  readonly oneClickUrl: string
}

export type Email = UserEmail | ContactEmail | Farewell

/** Sends one email. Throws only `NotifyError`. A failed send may be repeated. */
export type Notify = {
  send(
    to: string,
    email: Email,
    options: {
      /**
       * Becomes the Message-ID. It stays the same when the email is sent again, so that mail
       * programs show it once.
       */
      readonly id: string
      readonly unsubscribe?: Unsubscribe | undefined
      /** An example with invented figures, which its subject says. */
      readonly isTest?: boolean
    },
  ): Promise<void>
}
