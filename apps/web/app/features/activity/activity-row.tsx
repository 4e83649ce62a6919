import type { ActivityEntry } from '@doorman/contract/activity'
import { ExternalLink } from 'lucide-react'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { formatBriefly, formatMoment } from '../../lib/format.ts'
import { toSender, toSubject } from '../../lib/lists/sender.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { ProviderIcon } from '../../ui/icons/provider-icons.tsx'
import { toGmailUrl } from './gmail-link.ts'

const outcomes = {
  keep: { tone: 'plain', title: 'Kept' },
  observe: { tone: 'plain', title: 'Would move' },
  filter: { tone: 'cold', title: 'Filtered' },
} as const

/** What was done with one message, and why. */
export function ActivityRow({
  entry,
  account,
  asOf,
  isDemo,
}: {
  entry: ActivityEntry
  account: Account | undefined
  asOf: Date
  /** Messages of the demo are simulated, so Gmail can't open them. */
  isDemo: boolean
}) {
  const { tone, title } = outcomes[entry.outcome]
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-border px-4 py-2.5 text-sm @3xl:grid-cols-[6.5rem_minmax(0,1fr)_auto]">
      <div>
        <Badge tone={tone}>{title}</Badge>
      </div>
      <time
        dateTime={entry.decidedAt}
        title={formatMoment(entry.decidedAt, asOf)}
        className="text-xs text-muted-fg tabular-nums @3xl:order-last"
      >
        {formatBriefly(entry.decidedAt, asOf)}
      </time>
      <div className="col-span-2 min-w-0 @3xl:col-span-1">
        <p className="text-pretty">{entry.reasoning}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted-fg @3xl:flex-nowrap">
          <SenderAndSubject entry={entry} />
          {entry.receivedAt && (
            <span className="shrink-0 tabular-nums">
              Received {formatBriefly(entry.receivedAt, asOf)}
            </span>
          )}
          {entry.repliedAt && <span className="shrink-0">Smart response sent</span>}
          {entry.action && <span className="shrink-0">{describeAction(entry)}</span>}
          <span className="flex min-w-0 items-center gap-1.5 [&_svg]:size-3.5">
            <ProviderIcon provider={entry.provider} />
            {account && <span className="truncate">{account.email}</span>}
          </span>
          {account && entry.provider === 'gmail' && !isDemo && (
            <a
              href={toGmailUrl(account.email, entry.providerMessageId)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex shrink-0 items-center gap-1 rounded-control text-fg underline decoration-input underline-offset-4 hover:decoration-primary"
            >
              Open in Gmail <ExternalLink aria-hidden className="size-3" />
            </a>
          )}
        </div>
      </div>
    </div>
  )
}

function describeAction({ action, restoredBy }: ActivityEntry): string {
  if (action === 'spam') return 'You marked it as spam'
  return restoredBy === 'sender' ? 'Restored: you’ve met before' : 'You restored it'
}

function SenderAndSubject({ entry: { from, subject } }: { entry: ActivityEntry }) {
  if (from === null && subject === null)
    return <span className="shrink-0">Sender and subject not stored</span>
  return (
    <span className="max-w-full min-w-0 truncate text-fg">
      <bdi>{toSender(from ?? '').name}</bdi>: <bdi>{toSubject(subject ?? '')}</bdi>
    </span>
  )
}
