import type { ActivityDay, ActivityEntry } from '@doorman/contract/activity'
import { openFilteredEmailPath } from '@doorman/contract/filtered-emails'
import { productName } from '@doorman/domain/brand'
import type { MailboxId } from '@doorman/domain/ids'
import { keepGroupNames, keepGroups, type KeepGroup } from '@doorman/domain/screening/keep-groups'
import { ChevronRight, ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { formatBriefly, formatCount } from '../../lib/format.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { countKept, describeKept } from './activity-words.ts'
import { Entries } from './entries.tsx'

/** The kept emails of a day as one sentence. It opens to show why each of them stayed. */
export function KeptLine({
  day,
  accountId,
  accounts,
}: {
  day: ActivityDay
  accountId: MailboxId | null
  accounts: readonly Account[]
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<KeepGroup | null>(null)
  const groups = keepGroupNames.filter((group) => day.kept[group] > 0)
  const count = chosen === null ? countKept(day) : day.kept[chosen]
  return (
    <div className="border-t border-border">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 rounded-card px-4 py-2 text-start text-sm text-muted-fg tabular-nums hover:text-fg focus-visible:-outline-offset-2"
      >
        <ChevronRight aria-hidden className={`size-4 shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
        <span className="text-pretty">{describeKept(day)}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <div className="grid gap-3 px-4 pt-1 pb-3">
              {groups.length > 1 && (
                <div role="group" aria-label="Why they stayed" className="flex flex-wrap gap-1.5">
                  {[null, ...groups].map((group) => (
                    <button
                      key={group}
                      type="button"
                      aria-pressed={group === chosen}
                      onClick={() => setChosen(group)}
                      className="inline-flex h-11 items-center gap-1.5 rounded-full border border-border px-3 text-xs text-muted-fg tabular-nums hover:text-fg aria-pressed:border-input aria-pressed:bg-muted aria-pressed:text-fg md:h-7"
                    >
                      {group === null ? 'All' : keepGroups[group]}{' '}
                      {formatCount(group === null ? countKept(day) : day.kept[group])}
                    </button>
                  ))}
                </div>
              )}
              <p className="text-xs text-pretty text-muted-fg">
                {productName} doesn’t store who sent an email that stays, or its subject. Look for
                the time it arrived.
              </p>
            </div>
            <Entries
              label="Kept"
              input={{ accountId, day: day.day, group: chosen ?? 'kept', count }}
            >
              {(entry) => <KeptRow entry={entry} accounts={accounts} />}
            </Entries>
          </>
        )}
      </div>
    </div>
  )
}

function KeptRow({ entry, accounts }: { entry: ActivityEntry; accounts: readonly Account[] }) {
  const account = accounts.find(({ id }) => id === entry.accountId)
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2 text-sm">
      <time
        dateTime={entry.receivedAt ?? entry.decidedAt}
        className="w-16 shrink-0 text-xs text-muted-fg tabular-nums"
      >
        {formatBriefly(entry.receivedAt ?? entry.decidedAt, new Date(entry.decidedAt))}
      </time>
      <span className="min-w-0 grow basis-48 text-pretty">{entry.reasoning}</span>
      {accounts.length > 1 && account && (
        <span className="min-w-0 truncate text-xs text-muted-fg">{account.email}</span>
      )}
      <a
        href={openFilteredEmailPath.replace(':id', entry.id)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex w-30 shrink-0 items-center gap-1 rounded-control text-xs underline decoration-input underline-offset-4 hover:decoration-primary"
      >
        Open in {entry.provider === 'gmail' ? 'Gmail' : 'Outlook'}
        <ExternalLink aria-hidden className="size-3" />
      </a>
    </div>
  )
}
