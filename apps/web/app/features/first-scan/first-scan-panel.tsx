import type { FirstScan } from '@doorman/contract/first-scans'
import { productName } from '@doorman/domain/brand'
import { X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatCountOf } from '../../lib/format.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Mark } from '../../ui/basics/mark.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useFirstScan } from './use-first-scan.ts'
import { toKindName } from '../../lib/lists/kind-names.ts'
import { describeFirstScan, describeSavings } from './words.ts'

/** The results of one first scan. */
export function FirstScanPanel({
  scan,
  more,
  fadesIn,
}: {
  scan: FirstScan
  more: number
  /** False for a panel that was in the document. */
  fadesIn: boolean
}) {
  const titleId = useId()
  const { dismiss, undo, move, filterNew } = useFirstScan(scan)
  const [isAsking, setAsking] = useState(false)
  /** While the user reviews the emails, the panel shrinks to make room for them. */
  const [isReviewing, setReviewing] = useState(false)
  const { headline, sentence } = describeFirstScan(scan)
  const { accountId, moved, wouldMove, isObserveOnly } = scan
  const hasFinds = moved + wouldMove > 0
  const isMoved = moved > 0
  const savings = describeSavings(scan.minutesPerMonth)

  return (
    <section
      aria-labelledby={titleId}
      className={`screen-only relative mx-auto mb-8 max-w-[80rem] overflow-hidden rounded-hero border border-border bg-card shadow-card ${fadesIn ? 'animate-[fade-in_300ms_ease-out]' : ''}`}
    >
      {/* The line that sweeps over the inbox, as at the top of the landing page. */}
      <span
        aria-hidden
        className="absolute inset-x-0 top-0 h-0.5 animate-[uncover_1200ms_ease-in-out] bg-primary"
      />
      <div
        className={
          isReviewing
            ? 'p-4 pe-14'
            : 'grid gap-x-12 gap-y-6 p-5 md:p-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]'
        }
      >
        <div
          className={
            isReviewing
              ? 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2'
              : 'grid content-start gap-5'
          }
        >
          <div className={isReviewing ? '' : 'grid gap-2 pe-10 lg:pe-0'}>
            {!isReviewing && (
              <span className="mb-1 animate-[rise_500ms_ease-out] text-primary">
                <Mark size={32} />
              </span>
            )}
            <h2
              id={titleId}
              className={isReviewing ? 'text-sm font-medium' : 'text-2xl font-semibold md:text-3xl'}
            >
              {headline}
            </h2>
            {!isReviewing && (
              <p className="max-w-prose text-sm text-pretty break-words text-muted-fg md:text-base">
                {sentence}
              </p>
            )}
            {savings && hasFinds && !isReviewing && (
              <p className="text-sm text-pretty md:text-base">
                At this rate, {productName} {isMoved ? 'saves' : 'would save'} you{' '}
                <strong className="font-semibold text-primary">{savings}</strong>.
              </p>
            )}
          </div>
          {hasFinds && (
            <div className="flex flex-wrap gap-3">
              {!isMoved && (
                <Button isPending={move.isPending} onClick={() => move.mutate()}>
                  Move them now
                </Button>
              )}
              {!isReviewing && (
                <Button asChild variant={isMoved ? 'primary' : 'secondary'}>
                  <Link
                    to={toFilteredEmailsPath({
                      accountId,
                      state: isMoved ? 'filtered' : 'would-move',
                    })}
                    onClick={() => setReviewing(true)}
                  >
                    Review
                  </Link>
                </Button>
              )}
              {isMoved && (
                <Button variant="ghost" isPending={undo.isPending} onClick={() => setAsking(true)}>
                  Undo
                </Button>
              )}
            </div>
          )}
          {isMoved && isObserveOnly && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-fg">
              New email stays in your inbox while Observe only is on.
              <Button
                variant="secondary"
                size="small"
                isPending={filterNew.isPending}
                onClick={() => filterNew.mutate()}
              >
                Turn it off
              </Button>
            </p>
          )}
          {more > 0 && (
            <p className="text-sm text-muted-fg">
              {formatCountOf(more, 'more account has', 'more accounts have')} been scanned, too.
            </p>
          )}
        </div>
        {hasFinds && !isReviewing && <Finds scan={scan} />}
      </div>
      <span className="absolute end-2 top-2 md:end-3 md:top-3">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Dismiss"
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          <X aria-hidden />
        </Button>
      </span>
      <UndoDialog
        count={moved}
        isObserveOnly={isObserveOnly}
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={(isObserving) => {
          setAsking(false)
          undo.mutate(isObserving)
        }}
      />
    </section>
  )
}

/** Shades of the cold colour, most frequent kind first. */
const shades = ['text-cold', 'text-cold/70', 'text-cold/45', 'text-cold/25'] as const

function Finds({ scan: { accountId, kinds, senders } }: { scan: FirstScan }) {
  return (
    <div className="grid content-start gap-6 lg:pe-8 lg:pt-10">
      <Section title="By kind">
        <KindBar kinds={kinds} />
        <ul className="grid grid-cols-2 gap-x-5 gap-y-1 text-sm">
          {kinds.map(({ kind, count }, index) => (
            <li key={kind} className="flex items-center gap-2">
              <span
                aria-hidden
                className={`size-2 rounded-full bg-current ${shades[index] ?? ''}`}
              />
              <Link to={toFilteredEmailsPath({ accountId, kind })} className={linkClass}>
                <span className="font-medium tabular-nums">{formatCount(count)}</span>{' '}
                {toKindName(kind, count)}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Top senders">
        <ul className="grid gap-1 text-sm">
          {senders.map(({ domain, count }) => (
            <li
              key={domain}
              className="flex items-baseline max-sm:nth-[n+4]:hidden justify-between gap-4"
            >
              <Link
                to={toFilteredEmailsPath({ accountId, search: `@${domain}` })}
                className={`${linkClass} min-w-0 truncate`}
              >
                <bdi>{domain}</bdi>
              </Link>
              <span className="text-muted-fg tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

/**
 * The shares of the kinds side by side. An SVG, because our Content-Security-Policy forbids style
 * attributes in server-rendered HTML. The outline, in the colour of the card, is the gap between two
 * shares.
 */
function KindBar({ kinds }: Pick<FirstScan, 'kinds'>) {
  const sum = (some: FirstScan['kinds']) => some.reduce((total, { count }) => total + count, 0)
  const toPercent = (count: number) => `${(100 * count) / sum(kinds)}%`
  return (
    <svg aria-hidden className="h-2 w-full animate-[uncover_1200ms_ease-in-out]">
      {kinds.map(({ kind, count }, index) => (
        <rect
          key={kind}
          x={toPercent(sum(kinds.slice(0, index)))}
          y={-1}
          width={toPercent(count)}
          height={10}
          rx={5}
          strokeWidth={2}
          className={`fill-current stroke-card ${shades[index] ?? ''}`}
        />
      ))}
    </svg>
  )
}

/** At least 24 px high, and more on phones. */
const linkClass = 'rounded-control py-0.5 underline-offset-4 hover:underline max-md:py-2'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-xs font-medium text-muted-fg">{title}</h3>
      {children}
    </div>
  )
}
