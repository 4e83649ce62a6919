import type { Db } from '@doorman/db/client'
import { UserId } from '@doorman/domain/ids'
import { mailKinds } from '@doorman/notify/notify'
import * as z from 'zod/mini'

/** A command for later. Its payload is ids and words of ours, never personal data. */
export type Job<Payload extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string
  readonly payload: Payload
}

export type Jobs = {
  /** The job exists when, and only when, the transaction of `db` commits. */
  enqueue<Payload extends z.ZodMiniType>(
    db: Db,
    job: Job<Payload>,
    payload: z.input<Payload>,
  ): Promise<void>
}

export const sendMailJob = {
  name: 'send-mail',
  payload: z.object({
    userId: UserId,
    kind: z.enum(mailKinds),
  }),
} satisfies Job

export const forgetExpiredJob = {
  name: 'forget-expired',
  payload: z.object({}),
} satisfies Job

/** Every job there is. */
export const jobs: readonly Job[] = [sendMailJob, forgetExpiredJob]
