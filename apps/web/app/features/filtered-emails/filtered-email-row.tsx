import type { FilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import type { UserAction } from '@doorman/domain/screening/user-action'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { memo, useId, type ComponentProps } from 'react'
import { reachability } from '../../lib/api/reachability.ts'
import { formatBriefly, formatMoment } from '../../lib/format.ts'
import { useZone } from '../../lib/session/reader.ts'
import { toDomain, toSender, toSubject } from '../../lib/lists/sender.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ProviderIcon } from '../../ui/icons/provider-icons.tsx'
import { ActionBadge } from '../../ui/lists/action-badge.tsx'
import type { FilteredEmailDetails } from './filtered-email-details.tsx'
import { RowActions } from './row-actions.tsx'
import { RowFacts } from './row-facts.tsx'
import { toRowId } from './use-current-row.ts'

const detailsCode = queryOptions({
  queryKey: ['code of filtered-email-details'],
  queryFn: () => import('./filtered-email-details.tsx'),
})

/**
 * One email: sender and domain, subject, kind and facts. It expands to the details. All rows have the
 * same height, whatever they show, so that nothing moves while the user works through them.
 *
 * A row is rendered again only if its own props change: the list is rendered with every refetch.
 */
export const FilteredEmailRow = memo(function FilteredEmailRow({
  email,
  before,
  accountEmail,
  asOf,
  isSelected,
  isOpen,
  showsConfidence,
  onSelect,
  onToggle,
  onAction,
  onFocus,
}: {
  email: FilteredEmail
  /** The email before its pending action, whose request is running. */
  before: FilteredEmail | undefined
  accountEmail: string | undefined
  asOf: Date
  isSelected: boolean
  isOpen: boolean
  /** The list is ordered by it. */
  showsConfidence: boolean
  onSelect: (id: DecisionId, isRange: boolean) => void
  onToggle: (id: DecisionId) => void
  onAction: (action: UserAction, email: FilteredEmail, isByMouse: boolean) => void
  onFocus: (id: DecisionId) => void
}) {
  const detailsId = useId()
  const subjectId = useId()
  const { name, address } = toSender(email.from)
  const domain = toDomain(address)
  const subject = toSubject(email.subject)
  const zone = useZone()
  const received = formatBriefly(email.receivedAt, asOf, zone)
  const actions = (
    <RowActions
      email={before ?? email}
      isPending={before !== undefined}
      subjectId={subjectId}
      onAction={(action, isByMouse) => onAction(action, email, isByMouse)}
    />
  )

  return (
    <div onFocus={() => onFocus(email.id)} className="border-t border-border">
      <div
        className={clsx(
          'group/row relative flex items-center gap-1 px-1 @3xl:px-2',
          isSelected ? 'bg-muted' : 'hover:bg-muted',
        )}
      >
        <Checkbox
          label={`Select ${subject}, from ${name}`}
          checked={isSelected}
          onChange={(isRange) => onSelect(email.id, isRange)}
        />
        <button
          type="button"
          id={toRowId(email.id)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => onToggle(email.id)}
          className="group flex h-[5.25rem] min-w-0 grow scroll-mt-20 scroll-mb-24 items-center gap-3 rounded-control px-2 text-start text-sm focus-visible:-outline-offset-3 @3xl:h-16"
        >
          <span className="grid min-w-0 grow grid-cols-1 gap-x-5 @3xl:grid-cols-[13rem_minmax(0,1fr)_9.5rem]">
            <span className="flex min-w-0 items-center gap-2">
              <ProviderIcon provider={email.provider} />
              {/* Where the domain has no room it wraps to a line that is cut off. */}
              <span className="flex h-5.25 min-w-0 grow flex-wrap gap-x-2 overflow-hidden">
                <span className="max-w-full truncate font-medium">
                  <bdi>{name}</bdi>
                </span>
                <span className="min-w-24 grow basis-24 truncate text-xs leading-5.25 text-muted-fg @3xl:hidden">
                  <bdi>{domain}</bdi>
                </span>
              </span>
              <time
                dateTime={email.receivedAt}
                className="shrink-0 ps-1 text-xs text-muted-fg tabular-nums @3xl:hidden"
              >
                {received}
              </time>
            </span>
            <span className="flex h-5.25 min-w-0 items-center gap-2">
              <span id={subjectId} className="truncate">
                <bdi>{subject}</bdi>
              </span>
              {email.repliedAt && <Badge>Replied</Badge>}
              <ActionBadge email={email} />
            </span>
            <span className="hidden truncate ps-6 text-xs text-muted-fg @3xl:block">
              <bdi>{domain}</bdi>
            </span>
            <RowFacts email={email} showsConfidence={showsConfidence} />
            <time
              dateTime={email.receivedAt}
              title={formatMoment(email.receivedAt, asOf, zone)}
              className="col-start-3 row-span-2 row-start-1 hidden self-center text-end text-xs text-muted-fg tabular-nums @3xl:block"
            >
              {received}
            </time>
          </span>
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted-fg group-aria-expanded:rotate-180"
          />
        </button>
        {!isOpen && (
          // Above the time of arrival. Touch screens can't hover: there the details have the actions.
          <div
            className={clsx(
              'screen-only absolute inset-y-2 end-11 hidden min-w-38 items-center justify-end gap-2 bg-muted ps-2 has-aria-expanded:opacity-100 @3xl:flex pointer-coarse:hidden',
              isSelected || before
                ? 'opacity-100'
                : 'opacity-0 group-hover/row:opacity-100 group-has-focus-visible/row:opacity-100',
            )}
          >
            {actions}
          </div>
        )}
      </div>
      {isOpen && (
        <div id={detailsId}>
          <Details email={email} accountEmail={accountEmail} asOf={asOf}>
            {actions}
          </Details>
        </div>
      )}
    </div>
  )
})

function Details(props: ComponentProps<typeof FilteredEmailDetails>) {
  const code = useQuery(detailsCode)

  async function refetch() {
    const again = await code.refetch()
    if (again.isError) await reachability.check()
    // After a deployment the code of the last version is gone. A new document has the new version.
    if (again.isError && reachability.read() === 'reachable') location.reload()
    return again
  }

  return (
    <Loaded query={{ ...code, refetch }} what="this email">
      {(code) => <code.FilteredEmailDetails {...props} />}
    </Loaded>
  )
}
