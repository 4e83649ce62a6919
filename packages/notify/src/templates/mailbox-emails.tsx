import { productName } from '@doorman/domain/brand'
import { overridePhrase } from '@doorman/domain/replies/override-phrase'
import type { ReactElement } from 'react'
import type { MailboxEmail } from '../notify.ts'
import { EmailLayout } from './email-layout.tsx'

type Template = {
  readonly subject: string
  readonly body: (email: MailboxEmail) => ReactElement
}

/** Emails about a user's mailboxes, by kind. */
export const mailboxEmails: Readonly<Record<MailboxEmail['kind'], Template>> = {
  'sender-let-in': {
    subject: 'A filtered sender says you’ve met',
    body: ({ url, address }) => (
      <EmailLayout
        title="A filtered sender says you’ve met"
        action={{ label: 'See filtered emails', url }}
        footnote="Don’t know them? Undo it there, or mark the email as spam."
      >
        {address} replied “{overridePhrase}” to your smart response. Their filtered emails are back
        in your inbox, unread, and {productName} will let their future emails through.
      </EmailLayout>
    ),
  },
  'mailbox-lost': {
    subject: 'Please reconnect your mailbox',
    body: ({ url, address }) => (
      <EmailLayout
        title="Please reconnect your mailbox"
        action={{ label: 'Reconnect', url }}
        footnote="If you removed access on purpose, disconnect the mailbox there and we won’t email you about it again."
      >
        {productName} can’t access {address} any more. The password may have changed, or access was
        revoked. Until you reconnect it, its emails aren’t filtered.
      </EmailLayout>
    ),
  },
  'one-mailbox-active': {
    subject: 'One of your mailboxes is still protected',
    body: ({ url, address }) => (
      <EmailLayout
        title="One of your mailboxes is still protected"
        action={{ label: 'Choose another mailbox', url }}
        footnote="On the Free plan, filtered senders always get a smart response, but only if you’ve agreed to that. Otherwise we never send anything in your name."
      >
        Your time on Pro has ended. The Free plan protects one mailbox: {address}, the one you used
        last. Your other mailboxes stay connected, but their emails aren’t filtered.
      </EmailLayout>
    ),
  },
}
