import type { AuditRow } from '@doorman/contract/admin-audit'
import { ChevronRight } from 'lucide-react'
import { formatMoment } from '../../../lib/format.ts'
import { describeAct } from './describe-act.ts'

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
        <dl className="grid gap-x-4 gap-y-2 px-4 pb-4 ps-11 text-xs sm:grid-cols-[8rem_minmax(0,1fr)]">
          {toFacts(row).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted-fg">{name}</dt>
              <dd className="font-mono break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

function toFacts(row: AuditRow): [name: string, value: string][] {
  const details = Object.entries(row.details).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  const facts: [string, string | null][] = [
    ['Entry', String(row.id)],
    ['Time', row.recordedAt],
    ['Admin', row.actorId],
    ['Viewed user', row.viewedUserId],
    ['Subject', row.subjectId],
    ...details,
    ['Network address', row.ip],
    ['Hash', row.hash],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}
