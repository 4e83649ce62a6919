import type { Job } from '@doorman/services/ports/jobs'
import { findRequestId, isRequestId } from '../request-id.ts'

/** `retryCount` is the fencing token: pg-boss ends a job only for the attempt that has it. */
export type FetchedJob = {
  readonly id: string
  readonly retryCount: number
  readonly data: object | null
  readonly queueName: string
}

/** What is stored of a new job. Jobs of one mailbox are a group: see `slotsPerMailbox`. */
type JobRow = {
  readonly data: object
  readonly singletonKey?: string
  readonly groupId?: string
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

export function toRow({ deduplicate }: Pick<Job, 'deduplicate'>, data: object): JobRow {
  const fields = new Map<string, unknown>(Object.entries(data))
  const mailboxId = fields.get('mailboxId')
  return {
    data,
    ...(deduplicate && {
      singletonKey: deduplicate.by.map((name) => String(fields.get(name))).join(' '),
    }),
    ...(typeof mailboxId === 'string' && { groupId: mailboxId }),
  }
}
