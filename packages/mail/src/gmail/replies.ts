import { MessageHeaders } from '@doorman/domain/message'
import { MailError } from '../mail-error.ts'
import type { Draft, DraftId, Reply } from '../mailbox.ts'
import { findMessageId } from '../to-message.ts'
import { composeReply, toMessageId } from './compose-reply.ts'
import { required, units, type GmailApi } from './gmail-api.ts'
import { isGone } from './gmail-failure.ts'
import { toHeaders } from './received-mail.ts'

/**
 * The thread is named beside the headers that belong to it: Gmail wants both.
 * https://developers.google.com/workspace/gmail/api/guides/threads
 */
export async function draftReply(api: GmailApi, reply: Reply, now: Date): Promise<Draft> {
  const raw = (await composeReply(reply, now)).toString('base64url')
  const requestBody = { message: { raw, threadId: reply.threadId } }
  const draft = await api.writeOnce(units.createDraft, (users, options) =>
    users.drafts.create({ userId: 'me', requestBody }, options),
  )
  return { id: required(draft.id, 'draft') as DraftId, messageId: toMessageId(reply) }
}

/** Gmail may put a Message-ID of its own in the place of ours, so the sent mail is asked for it. */
export async function sendDraft(api: GmailApi, id: DraftId): Promise<{ messageId: string }> {
  const given = await loadDraftMessageId(api, id)
  const sent = await api.writeOnce(units.sendDraft, (users, options) =>
    users.drafts.send({ userId: 'me', requestBody: { id } }, options),
  )
  const messageId = await findSentMessageId(api, sent.id).catch((error: unknown) => {
    // It is out, and that must not get lost for want of its new name.
    if (error instanceof MailError) return null
    throw error
  })
  return { messageId: messageId ?? given }
}

/** Gone: it went out. Still there: it did not, and never will. */
export async function settleDraft(api: GmailApi, id: DraftId): Promise<'sent' | 'unsent'> {
  if (!(await hasDraft(api, id))) return 'sent'
  try {
    await api.write(
      units.deleteDraft,
      (users, options) => users.drafts.delete({ userId: 'me', id }, options),
      async () => ((await hasDraft(api, id)) ? null : undefined),
    )
    return 'unsent'
  } catch (error) {
    // It went out this very moment.
    if (isGone(error)) return 'sent'
    throw error
  }
}

async function hasDraft(api: GmailApi, id: DraftId): Promise<boolean> {
  try {
    await api.read(units.getDraft, (users, options) =>
      users.drafts.get({ userId: 'me', id, format: 'minimal' }, options),
    )
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function loadDraftMessageId(api: GmailApi, id: DraftId): Promise<string> {
  const { message } = await api.read(units.getDraft, (users, options) =>
    users.drafts.get({ userId: 'me', id, format: 'metadata' }, options),
  )
  const headers = new MessageHeaders(toHeaders(message?.payload ?? {}))
  return required(findMessageId(headers), 'messageId')
}

async function findSentMessageId(
  api: GmailApi,
  id: string | null | undefined,
): Promise<string | null> {
  const request = { userId: 'me', id: required(id, 'id'), format: 'metadata' }
  const { payload } = await api.read(units.getMessage, (users, options) =>
    users.messages.get({ ...request, metadataHeaders: ['Message-ID'] }, options),
  )
  return findMessageId(new MessageHeaders(toHeaders(payload ?? {})))
}
