import { productName } from '@doorman/domain/brand'
import type { MailboxProblem } from '@doorman/domain/mail/mailbox'

type ProblemInfo = {
  readonly tone: 'info' | 'danger'
  readonly badge: string
  /** What is wrong, and what the user can do about it. */
  readonly advise: (company: string) => string
}

export const accountProblems: Readonly<Record<MailboxProblem, ProblemInfo>> = {
  'needs-reconnect': {
    tone: 'danger',
    badge: 'Reconnect needed',
    advise: (company) =>
      `${productName} has lost access to this mailbox at ${company}. Reconnect to continue. Nothing has been lost.`,
  },
  'out-of-reach': {
    tone: 'info',
    badge: 'Unreachable',
    advise: (company) =>
      `${company} isn’t responding right now. We’ll keep trying, so there’s nothing you need to do.`,
  },
  refused: {
    tone: 'danger',
    badge: 'Access refused',
    advise: (company) =>
      `${company} is refusing our requests. Disconnect the account and connect it again. If that doesn’t help, ask your email administrator to allow ${productName}.`,
  },
}
