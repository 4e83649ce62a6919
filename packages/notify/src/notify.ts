/** What we write about somebody's account. The words are in `templates/`. */
const accountMailKinds = [
  'verify-email',
  'reset-password',
  'password-changed',
  'address-taken',
] as const
export type AccountMail = {
  readonly kind: (typeof accountMailKinds)[number]
  readonly url: string
}

/** What we write about somebody's mailboxes and the mail in them. */
const mailboxMailKinds = ['sender-let-in', 'mailbox-lost', 'one-mailbox-active'] as const
export type MailboxMail = {
  readonly kind: (typeof mailboxMailKinds)[number]
  readonly url: string
  /** The sender or the mailbox that it is about. */
  readonly address: string
}

/** Every mail we send to our own users. */
export const mailKinds = [...accountMailKinds, ...mailboxMailKinds] as const
export type MailKind = (typeof mailKinds)[number]

/** What somebody wrote by the contact form, on its way to the operator. */
export type ContactMail = {
  readonly kind: 'contact-message'
  readonly name: string
  readonly email: string
  readonly message: string
  /** Begins an answer. */
  readonly url: string
}

export type Mail = AccountMail | MailboxMail | ContactMail

/** Sends one mail. Throws `NotifyError` and nothing else; a send that failed may be repeated. */
export type Notify = {
  send(to: string, mail: Mail): Promise<void>
}
