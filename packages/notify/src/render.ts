import { render, toPlainText } from '@react-email/components'
import type { Mail } from './notify.ts'
import type { RenderedMail } from './smtp.ts'
import { accountMails } from './templates/account-mails.tsx'

/** One mail as it goes out: both forms say the same. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  const { subject, letter } = accountMails[mail.kind]
  const html = await render(letter(mail))
  return { subject, html, text: toPlainText(html) }
}
