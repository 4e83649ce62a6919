import type { AuditRow } from '@doorman/contract/admin-audit'
import { Check, ChevronRight, Copy } from 'lucide-react'
import { formatMoment } from '../../../lib/format.ts'
import { useCopy } from '../../../lib/use-copy.ts'
import { formatLocalMoment } from '../format-time.ts'
import { describeAct } from './describe-act.ts'
import { describeDetails } from './describe-details.ts'

/** One entry as a sentence. Its details unfold below. */
export function AuditEntry({ row, asOf }: { row: AuditRow; asOf: Date }) {
  const { who, did } = describeAct(row)
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-3 text-sm hover:bg-muted/50 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-muted-fg transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 flex-1 basis-52 break-words">
            <span className="font-medium">{who}</span> {did}
          </span>
          <time
            dateTime={row.recordedAt}
            className="ms-7 text-xs text-muted-fg tabular-nums sm:ms-0"
          >
            {formatMoment(row.recordedAt, asOf)}
          </time>
        </summary>
        <dl className="grid gap-x-4 gap-y-2 px-4 pb-4 ps-11 text-xs sm:grid-cols-[10rem_minmax(0,1fr)]">
          {toFacts(row).map(({ name, value, isCode }) => (
            <div key={name} className="contents">
              <dt className="text-muted-fg sm:py-1">{name}</dt>
              {isCode ? (
                <dd className="-mt-1 flex items-start gap-1 sm:mt-0">
                  <span className="min-w-0 py-1 font-mono break-all select-all">{value}</span>
                  <CopyButton what={name} value={value} />
                </dd>
              ) : (
                <dd className="-mt-1 break-words sm:mt-0 sm:py-1">{value}</dd>
              )}
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

type Fact = {
  readonly name: string
  readonly value: string
  /** An id or a hash, to be copied. */
  readonly isCode?: true
}

function toFacts(row: AuditRow): readonly Fact[] {
  return [
    { name: 'Entry', value: String(row.id) },
    { name: 'Time', value: formatLocalMoment(row.recordedAt) },
    ...toCode('Admin’s id', row.actorId),
    ...toCode('Viewed user’s id', row.viewedUserId),
    ...toCode('Subject’s id', row.subjectId),
    ...describeDetails(row).map(([name, value]) => ({ name, value })),
    ...(row.ip === null ? [] : [{ name: 'Network address', value: row.ip }]),
    ...toCode('Hash', row.hash),
  ]
}

function toCode(name: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ name, value, isCode: true }]
}

function CopyButton({ what, value }: { what: string; value: string }) {
  const { isCopied, copy } = useCopy(value)
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={isCopied ? `${what} copied` : `Copy ${what}`}
      onClick={copy}
      className="grid size-6 shrink-0 place-items-center rounded-control text-muted-fg hover:bg-muted hover:text-fg"
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  )
}
