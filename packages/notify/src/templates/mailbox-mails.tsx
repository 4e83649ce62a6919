import { productName } from '@doorman/domain/brand'
import { overridePhrase } from '@doorman/domain/override-phrase'
import type { ReactElement } from 'react'
import type { MailboxMail } from '../notify.ts'
import { Letter } from './letter.tsx'

type Template = {
  readonly subject: string
  readonly letter: (mail: MailboxMail) => ReactElement
}

/** What we write about somebody's mailboxes, by kind. */
export const mailboxMails: Readonly<Record<MailboxMail['kind'], Template>> = {
  'sender-let-in': {
    subject: 'A filtered sender says that you have met',
    letter: ({ url, address }) => (
      <Letter
        title="A filtered sender says that you have met"
        action={{ label: 'See filtered emails', url }}
        footnote="If you do not know them, undo it there or mark it as spam. Yours is the last word."
      >
        {address} answered the reply in your name with “{overridePhrase}”. What {productName} had
        set aside of theirs is back in your inbox, unread, and their mail stays there from now on.
      </Letter>
    ),
  },
  'mailbox-lost': {
    subject: 'A mailbox has to be connected again',
    letter: ({ url, address }) => (
      <Letter
        title="A mailbox has to be connected again"
        action={{ label: 'Connect it again', url }}
        footnote="If that is what you wanted, disconnect it there, and we will not mention it again."
      >
        {productName} no longer gets into {address}. Its password may have been changed, or the
        access taken back. Until you connect it again, mail in it is left as it is.
      </Letter>
    ),
  },
  'one-mailbox-active': {
    subject: 'One mailbox stays active',
    letter: ({ url, address }) => (
      <Letter
        title="One mailbox stays active"
        action={{ label: 'Choose another', url }}
        footnote="On the free plan filtered senders are always answered in your name, if you have agreed to that. Without your agreement nothing is ever sent."
      >
        Your time with Pro is over, and the free plan looks after one mailbox: {address}, which you
        used last. The others are kept as they are, and left alone.
      </Letter>
    ),
  },
}
