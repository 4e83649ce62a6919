import type { FailedJob } from '@doorman/contract/admin-queue'
import { formatCountOf, formatMoment } from '../../../lib/format.ts'
import { Badge } from '../../../ui/basics/badge.tsx'
import { Button } from '../../../ui/basics/button.tsx'
import { formatAge } from '../format-time.ts'
import { jobStates, toJobTitle } from './queue-names.ts'

export function JobRow({
  job,
  asOf,
  isRetrying,
  onRetry,
  onDrop,
}: {
  job: FailedJob
  asOf: Date
  isRetrying: boolean
  onRetry: () => void
  onDrop: () => void
}) {
  const { label, tone } = jobStates[job.state]
  const title = toJobTitle(job)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 text-sm">
      <div className="min-w-0 grow basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{title}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="mt-1 break-words">{job.reason}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted-fg">
          <span className="min-w-0 break-all">{job.userEmail ?? 'No user'}</span>
          <span>{formatCountOf(job.attempts, 'attempt', 'attempts')}</span>
          <time dateTime={job.failedAt} title={formatMoment(job.failedAt, asOf)}>
            {formatAge(job.failedAt, asOf)}
          </time>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="small"
          isPending={isRetrying}
          aria-label={`Retry ${title}`}
          onClick={onRetry}
        >
          Retry
        </Button>
        <Button variant="ghost" size="small" aria-label={`Drop ${title}`} onClick={onDrop}>
          Drop
        </Button>
      </div>
    </li>
  )
}
