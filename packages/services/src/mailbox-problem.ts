import type { MailboxProblem } from '@doorman/domain/mailbox'
import type { MailError } from '@doorman/mail/mail-error'

/** What a failure says about the mailbox as a whole. */
export function toProblem({ failure }: MailError): MailboxProblem {
  switch (failure) {
    case 'access-revoked':
    case 'permission-missing':
      return 'needs-reconnect'
    case 'rate-limited':
    case 'unavailable':
      return 'out-of-reach'
    case 'gone':
    case 'too-large':
    case 'refused':
      return 'refused'
  }
}
