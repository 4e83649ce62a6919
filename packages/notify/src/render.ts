import { render, toPlainText } from '@react-email/components'
import type { Mail } from './notify.ts'
import type { RenderedMail } from './smtp.ts'
import { accountMails } from './templates/account-mails.tsx'
import { contactLetter, contactSubject } from './templates/contact-mail.tsx'
import { mailboxMails } from './templates/mailbox-mails.tsx'

/** One mail as it goes out: both forms say the same. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  const { letter, ...rest } = toLetter(mail)
  const html = await render(letter)
  return { ...rest, html, text: toPlainText(html) }
}

function toLetter(mail: Mail) {
  if (mail.kind === 'contact-message')
    return { subject: contactSubject, letter: contactLetter(mail), replyTo: mail.email }
  if ('address' in mail) {
    const { subject, letter } = mailboxMails[mail.kind]
    return { subject, letter: letter(mail) }
  }
  const { subject, letter } = accountMails[mail.kind]
  return { subject, letter: letter(mail) }
}
