/** Emails about a user's account. Their texts are in `templates/`. */
const accountEmailKinds = [
  'verify-email',
  'reset-password',
  'password-changed',
  'address-taken',
] as const
export type AccountEmail = {
  readonly kind: (typeof accountEmailKinds)[number]
  readonly url: string
}

/** Emails about a user's mailboxes. */
const mailboxEmailKinds = ['sender-let-in', 'mailbox-lost', 'one-mailbox-active'] as const
export type MailboxEmail = {
  readonly kind: (typeof mailboxEmailKinds)[number]
  readonly url: string
  /** The sender or the mailbox that the email is about. */
  readonly address: string
}

/** All emails to our own users. */
export const emailKinds = [...accountEmailKinds, ...mailboxEmailKinds] as const
export type EmailKind = (typeof emailKinds)[number]

/** A message of the contact form, forwarded to the operator. */
export type ContactEmail = {
  readonly kind: 'contact-message'
  readonly name: string
  readonly email: string
  readonly message: string
  /** A `mailto:` link to reply. */
  readonly url: string
}

export type Email = AccountEmail | MailboxEmail | ContactEmail

/** Sends one email. Throws only `NotifyError`. A failed send may be repeated. */
export type Notify = {
  send(to: string, email: Email): Promise<void>
}
