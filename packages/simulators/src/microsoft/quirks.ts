import { quirk, type QuirksOf } from '../world/quirks.ts'

/** Every known quirk. Tests switch them with `Microsoft.setQuirks`. */
export const knownQuirks = {
  emptySearches: quirk<boolean>(
    true,
    'On personal accounts, `$search` in a field such as `recipients:` answers 200 with an empty list.',
    'https://github.com/littlebearapps/outlook-assistant/issues/35',
  ),
  missingHeaders: quirk<readonly string[]>(
    ['From', 'Sender', 'To', 'Cc'],
    '`internetMessageHeaders` of received messages lacks headers that Graph has as properties.',
    'https://github.com/microsoftgraph/microsoft-graph-docs/issues/3066',
  ),
  partialReadChanges: quirk<boolean>(
    true,
    'A delta query lists a message that was marked as read or unread with `id`, `isRead` and `parentFolderId` only, whatever `$select` and `$filter` say.',
    'https://github.com/microsoftgraph/microsoft-graph-docs/issues/7776',
  ),
  emptyDeltaPages: quirk<number>(
    0,
    'Delta pages without items, but with a nextLink. Counts down.',
    'https://learn.microsoft.com/graph/delta-query-overview',
  ),
  repeatingDeltaPages: quirk<number>(
    0,
    'Delta pages that list their first item twice. Counts down.',
    'https://learn.microsoft.com/graph/delta-query-overview',
  ),
  missedReturns: quirk<boolean>(
    false,
    'A delta query with immutable ids does not list a message that left the folder and came back.',
    'https://learn.microsoft.com/graph/known-issues',
  ),
  sentCopyLateByMs: quirk<number>(
    1000,
    'The copy in Sent Items appears some time after sending.',
    'https://learn.microsoft.com/graph/outlook-immutable-id',
  ),
  sentCopyHasNewId: quirk<boolean>(
    true,
    'The copy in Sent Items has a different id from the draft, even with immutable ids.',
    'https://learn.microsoft.com/graph/outlook-immutable-id (it says that the id stays; reports say that it changes)',
  ),
  sentCopyLosesCategories: quirk<boolean>(
    true,
    'The copy in Sent Items has none of the categories of the draft.',
    'unverified, a precaution: Outlook can be set to clear categories',
  ),
  droppedSuppressHeader: quirk<boolean>(
    true,
    'Exchange drops `X-Auto-Response-Suppress` on sending, unless PidTagAutoResponseSuppress is set.',
    'public issue tracker: out-of-office answers come back although the header was set',
  ),
  prolongedThrottling: quirk<boolean>(
    true,
    'A request during a 429 counts too, so that the wait begins again.',
    'https://learn.microsoft.com/graph/throttling',
  ),
  plainPersonalUsers: quirk<boolean>(
    true,
    '`/me` of a personal account ignores `$select`.',
    'public issue tracker: properties that were selected are missing from the answer',
  ),
  silentPersonalLifecycle: quirk<boolean>(
    true,
    'Subscriptions of personal accounts get no lifecycle notifications.',
    'https://learn.microsoft.com/graph/change-notifications-lifecycle-events',
  ),
  maxSubscriptionMinutes: quirk<number>(
    10_070,
    'The documentation allows 10,080 minutes. The error says 10,070, and 4,230 in some clouds.',
    'public issue tracker: error messages that name these limits',
  ),
} as const

export type Quirks = QuirksOf<typeof knownQuirks>
