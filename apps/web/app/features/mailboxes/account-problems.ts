import { productName } from '@doorman/domain/brand'
import type { MailboxProblem } from '@doorman/domain/mailbox'

type ProblemInfo = {
  readonly tone: 'info' | 'danger'
  readonly badge: string
  /** What is wrong and what to do about it. */
  readonly advise: (company: string) => string
}

export const accountProblems: Readonly<Record<MailboxProblem, ProblemInfo>> = {
  'needs-reconnect': {
    tone: 'danger',
    badge: 'Reconnect needed',
    advise: (company) =>
      `${company} no longer lets ${productName} into this mailbox. Reconnect it to go on; nothing has been lost.`,
  },
  'out-of-reach': {
    tone: 'info',
    badge: 'Out of reach',
    advise: (company) =>
      `${company} does not answer at the moment. We keep trying; there is nothing you need to do.`,
  },
  refused: {
    tone: 'danger',
    badge: 'Access refused',
    advise: (company) =>
      `${company} refuses our requests. Disconnect the account and connect it again. If that does not help, ask whoever runs your mail to allow ${productName}.`,
  },
}
