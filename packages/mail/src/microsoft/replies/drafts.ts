import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { replyMarker } from '@doorman/domain/brand'
import { cleanLine } from '@doorman/domain/mail/clean-line'
import { MailError } from '../../mail-error.ts'
import type { Draft, DraftId, ProviderMessageId, Reply } from '../../mailbox.ts'
import { isGone } from '../graph/graph-error.ts'
import { toQuery, type Graph } from '../graph/graph.ts'
import { findText, readText, type Json } from '../graph/json.ts'
import { listAddresses, recipientFields } from '../received-message.ts'
import { categoryMark, hasCategory, toReplyMark } from './reply-mark.ts'

/** Outlook's limit. */
const maxSubjectChars = 255

/** How many drafts are searched for one of ours, newest first. */
const maxDrafts = 200

const draftFields = ['internetMessageId', 'subject', ...recipientFields]

/**
 * Exchange sets the thread, In-Reply-To and References itself. It accepts only headers that start
 * with `x-`, so Auto-Submitted (RFC 3834) cannot be sent.
 * https://learn.microsoft.com/graph/api/message-createreply
 */
export async function createDraft(graph: Graph, reply: Reply): Promise<Draft> {
  const created = await graph.post(`${toPath(reply.repliesTo)}/createReply`, {
    message: {
      ...categoryMark,
      body: { contentType: 'text', content: reply.text },
      internetMessageHeaders: [
        { name: 'X-Auto-Response-Suppress', value: 'All' },
        { name: replyMarker, value: reply.claimId },
      ],
    },
  })
  return {
    id: readText(created, 'id') as DraftId,
    rfcMessageId: findText(created, 'internetMessageId'),
  }
}

/** Exchange addresses a reply to everyone in Reply-To and chooses the subject. This undoes both. */
function toCorrection(draft: Json, reply: Reply): object {
  const subject = cleanLine(reply.subject, maxSubjectChars)
  const hasSubject = findText(draft, 'subject')?.toLowerCase() === subject.toLowerCase()
  const recipients = {
    toRecipients: [{ emailAddress: { address: reply.to } }],
    ccRecipients: [],
    bccRecipients: [],
  }
  return { ...(!isToOnly(draft, reply.to) && recipients), ...(!hasSubject && { subject }) }
}

function isToOnly(draft: Json, address: string): boolean {
  const [first, ...more] = recipientFields.flatMap((field) => listAddresses(draft, field))
  return (
    first !== undefined &&
    normaliseAddress(first) === normaliseAddress(address) &&
    more.length === 0
  )
}

/** Loads the draft from the drafts folder: a draft that the user moved to the bin is not sent. */
export async function sendDraft(
  graph: Graph,
  id: DraftId,
  reply: Reply,
): Promise<{ rfcMessageId: string }> {
  const draft = await graph.get(`${toDraftPath(id)}?$select=${draftFields.join()}`)
  const corrected = await graph.patch(toPath(id), {
    ...toReplyMark(reply.claimId),
    ...toCorrection(draft, reply),
  })
  if (!isToOnly(corrected, reply.to)) throw new MailError('refused', 'recipients')
  await graph.postOnce(`${toPath(id)}/send`)
  const sent = await markSent(graph, id)
  return { rfcMessageId: readText(sent ?? draft, 'internetMessageId') }
}

/**
 * Sets our category again, in case Exchange dropped it on sending. The sent message keeps the
 * draft's id but may appear later. A failure is ignored, so that a sent reply never looks unsent.
 */
async function markSent(graph: Graph, id: DraftId): Promise<Json | null> {
  try {
    return await graph.patch(toPath(id), categoryMark)
  } catch (error) {
    if (error instanceof MailError) return null
    throw error
  }
}

/** Checks before it deletes: after sending, the same id names the sent message. */
export async function resolveDraft(graph: Graph, id: DraftId): Promise<'sent' | 'unsent'> {
  if (!(await isDraft(graph, id))) return 'sent'
  try {
    await discard(graph, id)
    return 'unsent'
  } catch (error) {
    if (!isGone(error)) throw error
    // The draft has left the drafts folder: the user moved it to the bin, or it was sent after our
    // look.
    return (await isDraft(graph, id)) ? 'unsent' : 'sent'
  }
}

/**
 * Finds the draft by its thread and our category: Graph does not promise to show the headers of a
 * draft.
 */
export async function discardDraft(
  graph: Graph,
  { threadId }: Pick<Reply, 'threadId'>,
): Promise<void> {
  const query = toQuery({
    $select: 'categories,conversationId',
    $orderby: 'receivedDateTime desc',
    $top: String(maxDrafts),
  })
  const { items } = await graph.list(`me/mailFolders/drafts/messages?${query}`, maxDrafts)
  const ours = items.filter(
    (draft) => findText(draft, 'conversationId') === threadId && hasCategory(draft),
  )
  for (const draft of ours) await resolveDraft(graph, readText(draft, 'id') as DraftId)
}

/** `false` if it is gone: for a moment a sent message is neither in drafts nor in sent items. */
async function isDraft(graph: Graph, id: DraftId): Promise<boolean> {
  try {
    const message = await graph.get(`${toPath(id)}?$select=isDraft`)
    return message['isDraft'] === true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function discard(graph: Graph, id: DraftId): Promise<void> {
  await graph.delete(toDraftPath(id))
}

function toPath(id: ProviderMessageId | DraftId): string {
  return `me/messages/${encodeURIComponent(id)}`
}

/** Within the drafts folder, so that the path no longer matches once the draft is sent. */
function toDraftPath(id: DraftId): string {
  return `me/mailFolders/drafts/messages/${encodeURIComponent(id)}`
}
