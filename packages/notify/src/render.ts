import { render, toPlainText } from '@react-email/components'
import type { Mail } from './notify.ts'
import type { RenderedMail } from './smtp.ts'
import { accountMails } from './templates/account-mails.tsx'
import { mailboxMails } from './templates/mailbox-mails.tsx'

/** One mail as it goes out: both forms say the same. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  const { subject, letter } = toLetter(mail)
  const html = await render(letter)
  return { subject, html, text: toPlainText(html) }
}

function toLetter(mail: Mail) {
  if ('address' in mail) {
    const { subject, letter } = mailboxMails[mail.kind]
    return { subject, letter: letter(mail) }
  }
  const { subject, letter } = accountMails[mail.kind]
  return { subject, letter: letter(mail) }
}
