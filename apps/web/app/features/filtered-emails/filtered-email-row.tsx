import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { formatBriefly, formatMoment, formatConfidence } from '../../lib/format.ts'
import { toSender, toSubject } from '../../lib/lists/sender.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ProviderIcon } from '../../ui/icons/provider-icons.tsx'
import { ActionBadge } from './action-badge.tsx'
import { isJudged } from './confidence.ts'
import { RowActions } from './row-actions.tsx'
import { focusRow, toRowId } from './use-current-row.ts'

const FilteredEmailDetails = lazy(async () => ({
  default: (await import('./filtered-email-details.tsx')).FilteredEmailDetails,
}))

/** One email: sender, subject, reason, confidence and actions. It expands to the details. */
export function FilteredEmailRow({
  email,
  account,
  asOf,
  isSelected,
  isOpen,
  isPending,
  onSelect,
  onToggle,
  onAction,
  onFocus,
}: {
  email: FilteredEmail
  account: Account | undefined
  asOf: Date
  isSelected: boolean
  isOpen: boolean
  /** The request of an action on this email is running. */
  isPending: boolean
  onSelect: (isRange: boolean) => void
  onToggle: () => void
  onAction: (action: UserAction) => void
  onFocus: () => void
}) {
  const detailsId = useId()
  const subjectId = useId()
  const { name, address } = toSender(email.from)
  const subject = toSubject(email.subject)
  const received = formatBriefly(email.receivedAt, asOf)
  const confidence = isJudged(email) && (
    <>
      <span className="sr-only">Confidence </span>
      {formatConfidence(email.classificationScore)}
    </>
  )
  const actions = (
    <RowActions
      email={email}
      isPending={isPending}
      subjectId={subjectId}
      onAction={(action) => {
        // The pressed button is about to disappear.
        focusRow(email.id)
        onAction(action)
      }}
    />
  )

  return (
    <div onFocus={onFocus} className="border-t border-border">
      <div
        className={`flex items-start gap-1 px-1 @3xl:items-center @3xl:gap-2 @3xl:px-2 ${isSelected ? 'bg-muted' : ''}`}
      >
        <div className="pt-1.5 @3xl:pt-0">
          <Checkbox
            label={`Select ${subject}, from ${name}`}
            checked={isSelected}
            onChange={onSelect}
          />
        </div>
        <button
          type="button"
          id={toRowId(email.id)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={onToggle}
          className="group flex min-w-0 grow scroll-mt-20 scroll-mb-24 items-center gap-3 rounded-control py-2.5 pe-2 text-start text-sm focus-visible:-outline-offset-2"
        >
          <span className="grid min-w-0 grow gap-x-4 @3xl:grid-cols-[12rem_minmax(0,1fr)]">
            <span className="flex min-w-0 items-center gap-2">
              <ProviderIcon provider={email.provider} />
              <span className="truncate font-medium" title={address || undefined}>
                <bdi>{name}</bdi>
              </span>
              <span className="ms-auto flex shrink-0 gap-2 text-xs tabular-nums @3xl:hidden">
                {confidence && <span className="text-cold">{confidence}</span>}
                <time dateTime={email.receivedAt} className="text-muted-fg">
                  {received}
                </time>
              </span>
            </span>
            <span className="flex min-w-0 items-center gap-2">
              <span id={subjectId} className="truncate">
                <bdi>{subject}</bdi>
              </span>
              {email.repliedAt && <Badge>Replied</Badge>}
              <ActionBadge email={email} />
            </span>
            <span className="line-clamp-2 text-xs text-muted-fg @3xl:col-start-2 @3xl:line-clamp-1">
              {email.reasoning}
            </span>
          </span>
          <span className="hidden w-12 shrink-0 text-end @3xl:block">
            {confidence && <Badge tone="cold">{confidence}</Badge>}
          </span>
          <time
            dateTime={email.receivedAt}
            title={formatMoment(email.receivedAt, asOf)}
            className="hidden w-20 shrink-0 text-end text-xs text-muted-fg tabular-nums @3xl:block"
          >
            {received}
          </time>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted-fg group-aria-expanded:rotate-180"
          />
        </button>
        <div className="hidden w-40 shrink-0 items-center justify-end gap-2 @3xl:flex">
          {actions}
        </div>
      </div>
      {isOpen && (
        <div id={detailsId}>
          <Suspense fallback={<div className="h-72" />}>
            <FilteredEmailDetails email={email} account={account} asOf={asOf}>
              <div className="flex flex-wrap items-center gap-2 @3xl:hidden">{actions}</div>
            </FilteredEmailDetails>
          </Suspense>
        </div>
      )}
    </div>
  )
}
