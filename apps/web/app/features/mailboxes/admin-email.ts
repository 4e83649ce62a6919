import { productName } from '@doorman/domain/brand'

/** The email that a user can send to their administrator. It says nothing about the user. */
export function toAdminEmail(url: string): { subject: string; text: string; href: string } {
  const subject = `Please approve ${productName} for our organization`
  const text = [
    'Hi,',
    `I’d like to use ${productName}, which keeps cold outreach out of my inbox. Our Microsoft settings let only administrators approve apps that work with email.`,
    `You can review and approve it here:\n${url}`,
    `Approving it doesn’t connect any mailbox. ${productName} can only use the mailboxes of people who connect their own.`,
    'Thank you!',
  ].join('\n\n')
  // Line breaks as RFC 6068 wants them.
  const body = encodeURIComponent(text.replaceAll('\n', '\r\n'))
  return { subject, text, href: `mailto:?subject=${encodeURIComponent(subject)}&body=${body}` }
}
