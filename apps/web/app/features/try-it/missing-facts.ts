import type { Message } from '@doorman/domain/mail/message'

/** Words by which newsletters offer to unsubscribe, in the languages that the model knows best. */
const newsletterWords =
  /\bunsubscribe\b|\b(?:you|you[’']ve|you have) (?:are )?(?:subscribed|signed up)\b|\b(?:newsletter )?abbestellen\b|\bdésabonner\b|\bdésinscrire\b|\bdarse de baja\b/iu

/** What the filter knows in a mailbox and cannot know of pasted text. */
export function toMissingFacts({ headers, subject, body }: Message): string {
  const hasListHeaders = headers.has('list-id') || headers.has('list-unsubscribe')
  if (!hasListHeaders && newsletterWords.test(`${subject}\n${body.text}`))
    return 'A newsletter? We recognize those by their List-Id and List-Unsubscribe headers, which pasted text doesn’t have. With them, it stays in your inbox without being judged.'
  return 'Judged by its words alone. In your mailbox we also see the headers, and whether you’ve ever written to this sender.'
}
