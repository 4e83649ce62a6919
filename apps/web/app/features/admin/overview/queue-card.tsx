import type { QueueMetrics } from '@doorman/contract/admin-queue'
import { maxConcurrentJobs } from '@doorman/domain/jobs/job-failures'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/basics/badge.tsx'
import { Button } from '../../../ui/basics/button.tsx'
import { Card } from '../../../ui/basics/card.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { queueMetrics, queuePollMs } from '../queries.ts'
import { toLoadBadge } from './utilisation.ts'

const tones = { destructive: 'danger', default: 'good', secondary: 'plain' } as const

const counters: readonly { field: keyof QueueMetrics; label: string }[] = [
  { field: 'waiting', label: 'Waiting' },
  { field: 'active', label: 'Active' },
  { field: 'completed', label: 'Completed' },
  { field: 'failed', label: 'Failed' },
  { field: 'total', label: 'Total' },
]

/** The queue, live while the browser's tab is visible. If a poll fails, the last numbers stay. */
export function QueueCard() {
  const polled = useQuery({
    ...queueMetrics,
    refetchInterval: queuePollMs,
    refetchIntervalInBackground: false,
  })
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = polled
  return (
    <Card
      title="Queue"
      description={`Jobs in the background, counted every ${queuePollMs / 1000} seconds.`}
      action={
        data && (
          <span data-load={toLoadBadge(data.active)}>
            <Badge tone={tones[toLoadBadge(data.active)]}>
              {data.active} / {maxConcurrentJobs} workers
            </Badge>
          </span>
        )
      }
      footer={
        <Button asChild variant="secondary">
          <Link to={paths.adminQueue}>Open queue</Link>
        </Button>
      }
    >
      <Loaded query={polled} what="the queue">
        {(metrics) => (
          <div className="grid gap-4">
            {isError && (
              <div role="status">
                <Banner tone="info">
                  We can’t reach the queue right now. These numbers are from{' '}
                  {formatMoment(new Date(dataUpdatedAt).toISOString(), new Date(errorUpdatedAt))}.
                  We keep trying.
                </Banner>
              </div>
            )}
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-5">
              {counters.map(({ field, label }) => (
                <div key={field}>
                  <dt className="text-sm text-muted-fg">{label}</dt>
                  <dd className="text-xl font-semibold tabular-nums">
                    {formatCount(metrics[field])}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
