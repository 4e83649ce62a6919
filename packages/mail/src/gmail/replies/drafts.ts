import { replyMarker } from '@doorman/domain/brand'
import { MessageHeaders } from '@doorman/domain/mail/message'
import { MailError } from '../../mail-error.ts'
import type { Draft, DraftId, Reply } from '../../mailbox.ts'
import { findRfcMessageId } from '../../mime/to-message.ts'
import { composeReply, toRfcMessageId } from './compose-reply.ts'
import { required, type GmailApi } from '../api/gmail-api.ts'
import { isGone } from '../api/gmail-error.ts'
import { gmail } from '../api/gmail-requests.ts'
import { loadSender } from '../own-addresses.ts'
import { toHeaders } from '../received-message.ts'

/**
 * Looks first whether the user may send from `reply.from`: Gmail would silently replace another
 * sender by the primary address. Gmail adds a draft to a thread only if both the `threadId` and the
 * References header match. https://developers.google.com/workspace/gmail/api/guides/threads
 */
export async function createDraft(api: GmailApi, reply: Reply, now: Date): Promise<Draft> {
  const sender = await loadSender(api, reply.from)
  const raw = (await composeReply(reply, sender, now)).toString('base64url')
  const message = { raw, threadId: reply.threadId }
  const draft = await api.writeOnce(gmail.createDraft({ message }))
  return { id: required(draft.id, 'draft') as DraftId, rfcMessageId: toRfcMessageId(reply) }
}

/** Gmail may replace our Message-ID on sending, so the sent message is read again. */
export async function sendDraft(api: GmailApi, id: DraftId): Promise<{ rfcMessageId: string }> {
  const draftMessageId = await loadDraftMessageId(api, id)
  const sent = await api.writeOnce(gmail.sendDraft(id))
  const rfcMessageId = await findSentMessageId(api, sent.id).catch((error: unknown) => {
    // The reply is sent. If its new Message-ID cannot be loaded, it must still count as sent.
    if (error instanceof MailError) return null
    throw error
  })
  return { rfcMessageId: rfcMessageId ?? draftMessageId }
}

/** Gmail removes a draft when it sends it, so a draft that still exists was not sent. */
export async function resolveDraft(api: GmailApi, id: DraftId): Promise<'sent' | 'unsent'> {
  if (!(await hasDraft(api, id))) return 'sent'
  try {
    await api.write(gmail.deleteDraft(id), async () => ((await hasDraft(api, id)) ? null : {}))
    return 'unsent'
  } catch (error) {
    // The draft was sent between our look and the deletion.
    if (isGone(error)) return 'sent'
    throw error
  }
}

/** Finds the draft by its thread and our header, among the newest that Gmail lists at once. */
export async function discardDraft(
  api: GmailApi,
  { threadId, claimId }: Pick<Reply, 'threadId' | 'claimId'>,
): Promise<void> {
  const { drafts = [] } = await api.read(gmail.listDrafts({ maxResults: 500 }))
  for (const { id, message } of drafts) {
    if (message?.threadId !== threadId) continue
    const draftId = required(id, 'draft') as DraftId
    const headers = await findHeaders(api, draftId)
    if (headers?.get(replyMarker) === claimId) await resolveDraft(api, draftId)
  }
}

async function hasDraft(api: GmailApi, id: DraftId): Promise<boolean> {
  try {
    await api.read(gmail.getDraft(id, { format: 'minimal' }))
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function loadDraftMessageId(api: GmailApi, id: DraftId): Promise<string> {
  return required(findRfcMessageId(await loadHeaders(api, id)), 'rfcMessageId')
}

/** `null` if the user has sent or deleted the draft since it was listed. */
async function findHeaders(api: GmailApi, id: DraftId): Promise<MessageHeaders | null> {
  return loadHeaders(api, id).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })
}

async function loadHeaders(api: GmailApi, id: DraftId): Promise<MessageHeaders> {
  const { message } = await api.read(gmail.getDraft(id, { format: 'metadata' }))
  return new MessageHeaders(toHeaders(message?.payload ?? {}))
}

async function findSentMessageId(api: GmailApi, id: string | undefined): Promise<string | null> {
  const query = { format: 'metadata', metadataHeaders: ['Message-ID'] } as const
  const { payload } = await api.read(gmail.getMessage(required(id, 'id'), query))
  return findRfcMessageId(new MessageHeaders(toHeaders(payload ?? {})))
}
