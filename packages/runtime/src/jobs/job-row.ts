import type { Job } from '@doorman/services/ports/jobs'
import type { JobInsert } from 'pg-boss'
import { findRequestId, isRequestId } from '../request-id.ts'

/** `retryCount` is the fencing token: pg-boss ends a job only for the attempt that has it. */
export type FetchedJob = {
  readonly id: string
  readonly retryCount: number
  readonly data: object | null
  readonly queueName: string
}

/** The job's data names the request that enqueued it, directly or through other jobs. */
export function withRequestId(payload: object): object {
  const requestId = findRequestId()
  return requestId === undefined ? payload : { ...payload, requestId }
}

export function toPayload({ data }: FetchedJob): {
  payload: object
  requestId: string | undefined
} {
  const { requestId, ...payload }: { requestId?: unknown } = data ?? {}
  return { payload, requestId: isRequestId(requestId) ? requestId : undefined }
}

export function toRow(
  { deduplicate, delaySeconds, isUrgent }: Pick<Job, 'deduplicate' | 'delaySeconds' | 'isUrgent'>,
  data: object,
): JobInsert {
  const fields = new Map<string, unknown>(Object.entries(data))
  const mailboxId = fields.get('mailboxId')
  return {
    data,
    ...(deduplicate && {
      singletonKey: deduplicate.by.map((name) => String(fields.get(name))).join(' '),
    }),
    ...(isUrgent && { priority: 1 }),
    ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
    ...(typeof mailboxId === 'string' && { group: { id: mailboxId } }),
  }
}
