/**
 * Link that opens a message in Gmail. There is none for Outlook: its links take ids that change
 * when a message is moved, and we store immutable ids.
 */
export function toGmailUrl(address: string, providerMessageId: string): string {
  return `https://mail.google.com/mail/u/?authuser=${encodeURIComponent(address)}#all/${encodeURIComponent(providerMessageId)}`
}
