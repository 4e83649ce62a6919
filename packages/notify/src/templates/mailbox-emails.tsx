import { productName } from '@doorman/domain/brand'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import type { MailboxEmail } from '../notify.ts'
import { Paragraph, Stranger } from './parts.tsx'
import type { Template } from './template.ts'

/** Emails about a user's mailboxes, by kind. */
export const mailboxEmails: Readonly<
  Record<MailboxEmail['kind'], (email: MailboxEmail) => Template>
> = {
  'sender-let-in': ({ url, address }) => ({
    subject: 'A filtered sender says you’ve met',
    preview: 'Their emails are back in your inbox. You can undo it.',
    title: 'A filtered sender says you’ve met',
    body: (
      <Paragraph>
        <Stranger text={address} max={254} /> replied “{overridePhrase}” to your smart response.
        Their filtered emails are back in your inbox, unread, and {productName} will let their
        future emails through.
      </Paragraph>
    ),
    action: { label: 'See filtered emails', url },
    footnote: 'Don’t know them? Undo it there, or mark the email as spam.',
  }),
  'mailbox-lost': ({ url, address }) => ({
    subject: 'Please reconnect your mailbox',
    preview: 'Until then, new emails reach your inbox unfiltered.',
    title: 'Please reconnect your mailbox',
    body: (
      <Paragraph>
        {productName} can’t access {address} any more. The password may have changed, or access was
        revoked. Until you reconnect it, its emails aren’t filtered.
      </Paragraph>
    ),
    action: { label: 'Reconnect', url },
    footnote:
      'If you removed access on purpose, disconnect the mailbox there and we won’t email you about it again.',
  }),
}
