import { normaliseAddress } from '@doorman/domain/email-address'
import { productName, replyMarker } from '@doorman/domain/brand'
import { cleanLine } from '../clean-line.ts'
import { MailError } from '../mail-error.ts'
import type { Draft, DraftId, MailId, Reply } from '../mailbox.ts'
import { isGone } from './graph-error.ts'
import type { Graph } from './graph.ts'
import { findText, readText, type Json } from './json.ts'
import { listAddresses, recipientFields } from './received-mail.ts'

/** By it we know our own among the sent mail, where headers cannot be read. Outlook shows it to the user, too. */
export const ownCategory = productName

/** What Outlook keeps of a subject. */
const maxSubjectChars = 255

const mark = { categories: [ownCategory] }
const draftFields = ['internetMessageId', 'subject', ...recipientFields]

/**
 * Exchange sets In-Reply-To, References and the thread itself, and takes no
 * header that does not begin with `x-`: RFC 3834's Auto-Submitted cannot be sent.
 * https://learn.microsoft.com/graph/api/message-createreply
 */
export async function draftReply(graph: Graph, reply: Reply): Promise<Draft> {
  const made = await graph.post(`${toPath(reply.toMail)}/createReply`, {
    message: {
      body: { contentType: 'text', content: reply.text },
      internetMessageHeaders: [
        { name: 'X-Auto-Response-Suppress', value: 'All' },
        { name: replyMarker, value: reply.claimId },
      ],
    },
  })
  return { id: readText(made, 'id') as DraftId, messageId: findText(made, 'internetMessageId') }
}

/** Exchange addresses a reply to whom Reply-To names, all of them, and words its subject itself. */
function toCorrection(draft: Json, reply: Reply): object {
  const subject = cleanLine(reply.subject, maxSubjectChars)
  const isSame = findText(draft, 'subject')?.toLowerCase() === subject.toLowerCase()
  const recipients = {
    toRecipients: [{ emailAddress: { address: reply.to } }],
    ccRecipients: [],
    bccRecipients: [],
  }
  return { ...(!isToOnly(draft, reply.to) && recipients), ...(!isSame && { subject }) }
}

function isToOnly(draft: Json, address: string): boolean {
  const [first, ...more] = recipientFields.flatMap((field) => listAddresses(draft, field))
  return (
    first !== undefined &&
    normaliseAddress(first) === normaliseAddress(address) &&
    more.length === 0
  )
}

/** Only what still lies among the drafts: what the user threw away is not sent. */
export async function sendDraft(
  graph: Graph,
  id: DraftId,
  reply: Reply,
): Promise<{ messageId: string }> {
  const draft = await graph.get(`${toDraftPath(id)}?$select=${draftFields.join()}`)
  const corrected = await graph.patch(toPath(id), { ...mark, ...toCorrection(draft, reply) })
  if (!isToOnly(corrected, reply.to)) throw new MailError('refused', 'recipients')
  await graph.postOnce(`${toPath(id)}/send`)
  const sent = await markSent(graph, id)
  return { messageId: readText(sent ?? draft, 'internetMessageId') }
}

/**
 * The sent mail keeps the id, and, it is said, the mark. It may be there only
 * later; that it is out must not get lost for want of it.
 */
async function markSent(graph: Graph, id: DraftId): Promise<Json | null> {
  try {
    return await graph.patch(toPath(id), mark)
  } catch (error) {
    if (error instanceof MailError) return null
    throw error
  }
}

/** Looks first: once it was sent, the id names the sent mail, which is not ours to delete. */
export async function settleDraft(graph: Graph, id: DraftId): Promise<'sent' | 'unsent'> {
  if (!(await isDraft(graph, id))) return 'sent'
  try {
    await discard(graph, id)
    return 'unsent'
  } catch (error) {
    if (!isGone(error)) throw error
    // Thrown away before, or sent this very moment.
    return (await isDraft(graph, id)) ? 'unsent' : 'sent'
  }
}

/** Not if it is gone, as it is between leaving the drafts and arriving among the sent mail. */
async function isDraft(graph: Graph, id: DraftId): Promise<boolean> {
  try {
    const mail = await graph.get(`${toPath(id)}?$select=isDraft`)
    return mail['isDraft'] === true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

async function discard(graph: Graph, id: DraftId): Promise<void> {
  await graph.delete(toDraftPath(id))
}

function toPath(id: MailId | DraftId): string {
  return `me/messages/${encodeURIComponent(id)}`
}

/** By way of the drafts, so that a mail sent meanwhile cannot be meant. */
function toDraftPath(id: DraftId): string {
  return `me/mailFolders/drafts/messages/${encodeURIComponent(id)}`
}
