import { render, toPlainText } from '@react-email/components'
import type { Email } from './notify.ts'
import type { RenderedEmail } from './smtp.ts'
import { accountEmails } from './templates/account-emails.tsx'
import { contactBody, contactSubject } from './templates/contact-email.tsx'
import { mailboxEmails } from './templates/mailbox-emails.tsx'

/** Renders an email as HTML and as plain text with the same content. */
export async function renderEmail(email: Email): Promise<RenderedEmail> {
  const { body, ...headers } = toParts(email)
  const html = await render(body)
  return { ...headers, html, text: toPlainText(html) }
}

function toParts(email: Email) {
  if (email.kind === 'contact-message')
    return { subject: contactSubject, body: contactBody(email), replyTo: email.email }
  if ('address' in email) {
    const { subject, body } = mailboxEmails[email.kind]
    return { subject, body: body(email) }
  }
  const { subject, body } = accountEmails[email.kind]
  return { subject, body: body(email) }
}
