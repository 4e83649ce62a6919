import {
  dropJob,
  listFailedJobs,
  loadQueueMetrics,
  retryJob,
  type FailedJob,
} from '@doorman/contract/admin-queue'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { Card } from '../../../ui/basics/card.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../../ui/overlays/confirm-buttons.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MoreButton } from '../more-button.tsx'
import { JobRow } from './job-row.tsx'
import { failedJobs } from './queue-queries.ts'

/** Jobs that won’t run again by themselves. */
export function JobsCard() {
  const list = useInfiniteQuery(failedJobs)
  const [toDrop, setToDrop] = useState<FailedJob | null>(null)
  const refresh = () => refetch(listFailedJobs, loadQueueMetrics)
  const retry = useMutation({
    mutationFn: ({ id, queue }: FailedJob) => call(retryJob, { id, queue }),
    onSuccess: () => toast.done('Job started again'),
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? 'Failed to retry the job.'),
    onSettled: refresh,
  })
  const drop = useMutation({
    mutationFn: ({ id, queue }: FailedJob) => call(dropJob, { id, queue }),
    onSuccess: () => toast.done('Job dropped'),
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? 'Failed to drop the job.'),
    onSettled: () => {
      setToDrop(null)
      return refresh()
    },
  })
  return (
    <Card
      title="Failed jobs"
      description="They won’t run again by themselves. Retry one once its cause is gone, or drop it."
    >
      <Loaded query={list} what="the jobs">
        {({ pages }) => {
          const jobs = pages.flatMap((page) => page.list)
          if (jobs.length === 0)
            return <p className="text-sm text-muted-fg">No failed jobs. All is well.</p>
          return (
            <>
              <ul className="-my-4 divide-y divide-border">
                {jobs.map((job) => (
                  <JobRow
                    key={`${job.queue} ${job.id}`}
                    job={job}
                    asOf={new Date(list.dataUpdatedAt)}
                    isRetrying={retry.isPending && retry.variables.id === job.id}
                    onRetry={() => retry.mutate(job)}
                    onDrop={() => setToDrop(job)}
                  />
                ))}
              </ul>
              <MoreButton list={list} />
            </>
          )
        }}
      </Loaded>
      <AlertDialog
        title="Drop this job?"
        description={
          toDrop?.state === 'quarantined'
            ? 'The email stays in the inbox and won’t be judged again. This can’t be undone.'
            : 'What it was meant to do won’t happen. This can’t be undone.'
        }
        isOpen={toDrop !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen && !drop.isPending) setToDrop(null)
        }}
      >
        <ConfirmButtons
          label="Drop job"
          isPending={drop.isPending}
          onConfirm={() => toDrop && drop.mutate(toDrop)}
        />
      </AlertDialog>
    </Card>
  )
}
