import type { MailStore } from '../../world/mailbox/mail-store.ts'
import { GraphError } from './graph-error.ts'

/**
 * `not-enabled`: the mailbox is on a server of the organisation's own. `unlicensed`: the account
 * has no Exchange licence. `undiscovered`: a personal account without Outlook.com.
 */
export type MissingMailbox = 'not-enabled' | 'unlicensed' | 'undiscovered'

/** Sources: public issue trackers, such as github.com/microsoftgraph/microsoft-graph-docs/issues/2909. */
const errors: Readonly<Record<MissingMailbox, () => GraphError>> = {
  'not-enabled': () =>
    new GraphError(
      404,
      'MailboxNotEnabledForRESTAPI',
      'REST API is not yet supported for this mailbox.',
    ),
  unlicensed: () => new GraphError(401, 'UnknownError', ''),
  undiscovered: () => new GraphError(404, 'ResourceNotFound', 'Resource could not be discovered.'),
}

/** The directory knows the account, so `me` works. Everything below it fails. */
export function requireMailbox(
  missingMailboxes: ReadonlyMap<MailStore, MissingMailbox>,
  store: MailStore,
  segments: readonly string[],
): void {
  const missing = missingMailboxes.get(store)
  if (missing !== undefined && segments.length > 1) throw errors[missing]()
}
