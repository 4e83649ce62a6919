/** Every mail we send to our own users. The words are in `templates/`. */
export const mailKinds = [
  'verify-email',
  'reset-password',
  'password-changed',
  'address-taken',
] as const
export type MailKind = (typeof mailKinds)[number]

export type Mail = { readonly kind: MailKind; readonly url: string }

/** Sends one mail. Throws `NotifyError` and nothing else; a send that failed may be repeated. */
export type Notify = {
  send(to: string, mail: Mail): Promise<void>
}
