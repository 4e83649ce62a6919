/**
 * Where Gmail shows a message. Outlook has no such address: it takes only ids that change
 * whenever a mail is moved, and ours are of the kind that does not.
 */
export function toGmailUrl(address: string, messageId: string): string {
  return `https://mail.google.com/mail/u/?authuser=${encodeURIComponent(address)}#all/${encodeURIComponent(messageId)}`
}
