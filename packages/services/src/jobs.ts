import type { Db } from '@doorman/db/client'
import {
  ContactMessageId,
  DecisionId,
  GrantId,
  MailboxId,
  PostId,
  ReplyId,
  UserId,
  type MailId,
} from '@doorman/domain/ids'
import { mailKinds } from '@doorman/notify/notify'
import * as z from 'zod/mini'

/** A command for later. Its payload is ids and words of ours, never personal data. */
export type Job<Payload extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string
  readonly payload: Payload
  /** Which fields make two of them the same. While the first waits, or until it is done, the second is none. */
  readonly once?: { readonly per: readonly string[]; readonly until: 'started' | 'done' }
  /** How long it waits before anybody may start on it. */
  readonly afterSeconds?: number
}

export type Jobs = {
  /** The job exists when, and only when, the transaction of `db` commits. */
  enqueue<Payload extends z.ZodMiniType>(
    db: Db,
    job: Job<Payload>,
    payload: z.input<Payload>,
  ): Promise<void>
  /** The same for many at once. */
  enqueueAll<Payload extends z.ZodMiniType>(
    db: Db,
    job: Job<Payload>,
    payloads: readonly z.input<Payload>[],
  ): Promise<void>
}

export const sendMailJob = {
  name: 'send-mail',
  payload: z.object({
    userId: UserId,
    kind: z.enum(mailKinds),
    /** What it is about, where the kind alone does not say it. */
    decisionId: z.optional(DecisionId),
    mailboxId: z.optional(MailboxId),
  }),
} satisfies Job

export const forwardContactMessageJob = {
  name: 'forward-contact-message',
  payload: z.object({ contactMessageId: ContactMessageId }),
} satisfies Job

export const forgetExpiredJob = {
  name: 'forget-expired',
  payload: z.object({}),
} satisfies Job

/** One that comes while another is under way waits for its turn: there may be news. */
export const syncMailboxJob = {
  name: 'sync-mailbox',
  payload: z.object({ mailboxId: MailboxId }),
  once: { per: ['mailboxId'], until: 'started' },
} satisfies Job

/** Providers do not tell of mail that comes right after other mail, so where there was some we look once more. */
export const lookAgainJob = {
  name: 'look-again',
  payload: z.object({ mailboxId: MailboxId }),
  once: { per: ['mailboxId'], until: 'started' },
  afterSeconds: 3,
} satisfies Job

export const screenMessageJob = {
  name: 'screen-message',
  payload: z.object({ mailboxId: MailboxId, messageId: z.custom<MailId>(isText) }),
  once: { per: ['mailboxId', 'messageId'], until: 'done' },
} satisfies Job

/** One that comes while another is under way waits for its turn: the user may have changed their mind. */
export const actOnDecisionJob = {
  name: 'act-on-decision',
  payload: z.object({ mailboxId: MailboxId, decisionId: DecisionId }),
  once: { per: ['decisionId'], until: 'started' },
} satisfies Job

export const respondToSenderJob = {
  name: 'respond-to-sender',
  payload: z.object({ mailboxId: MailboxId, decisionId: DecisionId }),
  once: { per: ['decisionId'], until: 'done' },
} satisfies Job

export const grantAppealJob = {
  name: 'grant-appeal',
  payload: z.object({ replyId: ReplyId }),
  once: { per: ['replyId'], until: 'done' },
} satisfies Job

export const checkDueMailboxesJob = {
  name: 'check-due-mailboxes',
  payload: z.object({}),
} satisfies Job

export const stopPushJob = {
  name: 'stop-push',
  payload: z.object({ mailboxId: MailboxId }),
  once: { per: ['mailboxId'], until: 'started' },
} satisfies Job

/** One that comes while another is under way waits for its turn: the title may have changed. */
export const paintCoverJob = {
  name: 'paint-cover',
  payload: z.object({ postId: PostId }),
  once: { per: ['postId'], until: 'started' },
} satisfies Job

export const endGrantJob = {
  name: 'end-grant',
  payload: z.object({ grantId: GrantId }),
} satisfies Job

export const endGrantsJob = {
  name: 'end-grants',
  payload: z.object({}),
} satisfies Job

export const endTrialsJob = {
  name: 'end-trials',
  payload: z.object({}),
} satisfies Job

export const tellLostMailboxesJob = {
  name: 'tell-lost-mailboxes',
  payload: z.object({}),
} satisfies Job

/** Every job there is. */
export const jobs: readonly Job[] = [
  sendMailJob,
  forwardContactMessageJob,
  forgetExpiredJob,
  syncMailboxJob,
  lookAgainJob,
  screenMessageJob,
  actOnDecisionJob,
  respondToSenderJob,
  grantAppealJob,
  checkDueMailboxesJob,
  stopPushJob,
  paintCoverJob,
  endGrantJob,
  endGrantsJob,
  endTrialsJob,
  tellLostMailboxesJob,
]

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
