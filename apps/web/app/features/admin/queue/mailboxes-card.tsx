import type { MailboxHealth } from '@doorman/contract/admin-queue'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCount, formatEmails } from '../../../lib/format.ts'
import { Badge } from '../../../ui/basics/badge.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { ProviderIcon } from '../../../ui/icons/provider-icons.tsx'
import { formatAge } from '../format-time.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MoreButton } from '../more-button.tsx'
import { problems } from './queue-names.ts'
import { unhealthyMailboxes } from './queue-queries.ts'

export function MailboxesCard() {
  const list = useInfiniteQuery(unhealthyMailboxes)
  const counts = list.data?.pages.at(-1)
  return (
    <Card
      title="Mailbox health"
      description={
        counts &&
        counts.total > 0 &&
        `${formatCount(counts.unhealthy)} of ${formatCount(counts.total)} connected mailboxes need attention.`
      }
    >
      <Loaded query={list} what="the mailboxes">
        {({ pages }) => {
          const mailboxes = pages.flatMap((page) => page.list)
          if (mailboxes.length === 0)
            return (
              <p className="text-sm text-muted-fg">
                {counts?.total === 0
                  ? 'No mailboxes are connected yet.'
                  : 'Every mailbox is checked as planned.'}
              </p>
            )
          return (
            <>
              <ul className="-my-4 divide-y divide-border">
                {mailboxes.map((mailbox) => (
                  <MailboxRow
                    key={mailbox.id}
                    mailbox={mailbox}
                    asOf={new Date(list.dataUpdatedAt)}
                  />
                ))}
              </ul>
              <MoreButton list={list} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function MailboxRow({ mailbox, asOf }: { mailbox: MailboxHealth; asOf: Date }) {
  const { label, tone, advice } = problems[mailbox.problem]
  return (
    <li className="grid gap-1 py-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <ProviderIcon provider={mailbox.provider} />
        <span className="min-w-0 font-medium break-all">{mailbox.address}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p>{advice}</p>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted-fg">
        <span className="min-w-0 break-all">User {mailbox.userEmail}</span>
        <span>
          {mailbox.lastCheckedAt
            ? `Last checked ${formatAge(mailbox.lastCheckedAt, asOf)}`
            : 'Never checked'}
        </span>
        {mailbox.nextCheckAt && <span>Next check {formatAge(mailbox.nextCheckAt, asOf)}</span>}
        {mailbox.undecidedMessages > 0 && (
          <span>{formatEmails(mailbox.undecidedMessages)} undecided</span>
        )}
      </p>
    </li>
  )
}
