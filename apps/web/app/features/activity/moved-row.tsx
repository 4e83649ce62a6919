import type { ActivityEntry } from '@doorman/contract/activity'
import { Link } from 'react-router'
import { formatBriefly } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { toSender, toSubject } from '../../lib/lists/sender.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { describeAction, describeOutcome } from './activity-words.ts'

/** An email that was filtered or would be: who wrote what, and below it why. Leads to the list. */
export function MovedRow({
  entry,
  accounts,
}: {
  entry: ActivityEntry
  accounts: readonly Account[]
}) {
  const { title, tone } = describeOutcome(entry)
  const sender = toSender(entry.from ?? '')
  const account = accounts.find(({ id }) => id === entry.accountId)
  const notes = [describeAction(entry), entry.repliedAt ? 'Smart response sent' : null].filter(
    (note) => note !== null,
  )
  return (
    <Link
      to={toFilteredEmailsPath({ openId: entry.id })}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm hover:bg-muted/50 focus-visible:-outline-offset-2"
    >
      <span className="flex min-w-0 gap-x-3 max-sm:flex-col">
        <span
          className="max-w-full shrink-0 truncate font-medium sm:max-w-56"
          title={sender.address}
        >
          <bdi>{sender.name}</bdi>
        </span>
        <span className="min-w-0 truncate">
          <bdi>{toSubject(entry.subject ?? '')}</bdi>
        </span>
      </span>
      <span className="flex items-center justify-end gap-x-3 gap-y-1 text-xs text-muted-fg tabular-nums max-sm:flex-col max-sm:items-end">
        <Badge tone={tone}>{title}</Badge>
        <time dateTime={entry.receivedAt ?? entry.decidedAt} className="sm:w-14 sm:text-end">
          {formatBriefly(entry.receivedAt ?? entry.decidedAt, new Date(entry.decidedAt))}
        </time>
      </span>
      <span className="text-xs text-pretty text-muted-fg max-sm:col-span-2">
        {entry.reasoning}
        {notes.map((note) => (
          <span key={note}> · {note}</span>
        ))}
      </span>
      {accounts.length > 1 && account && (
        <span className="max-w-56 truncate text-end text-xs text-muted-fg max-sm:col-span-2 max-sm:text-start">
          {account.email}
        </span>
      )}
    </Link>
  )
}
