/** Every mail we send to our own users. The words are in `templates/`. */
export type Mail =
  | { readonly kind: 'verify-email'; readonly url: string }
  | { readonly kind: 'reset-password'; readonly url: string }
  | { readonly kind: 'password-changed'; readonly url: string }
  | { readonly kind: 'address-taken'; readonly url: string }

export type MailKind = Mail['kind']

/** Sends one mail. Throws `NotifyError` and nothing else; a send that failed may be repeated. */
export type Notify = {
  send(to: string, mail: Mail): Promise<void>
}
