import { escapeHtml } from '../page.ts'
import { composeReply } from '../world/external-addresses.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import { readHeaders } from '../world/message/mime.ts'
import type { SentMessage } from '../world/record.ts'
import type { World } from '../world/world.ts'
import { href, linkToSentMessage, root } from './links.ts'
import { shorten } from './message-row.ts'
import { readText, Refusal } from './read-form.ts'

const metBefore = 'We’ve met before, at the fair in June.'

/**
 * For a message that was replied to: a link to the reply, and forms to reply to it as the sender.
 */
export function showReply({ record }: World, store: MailStore, { headers }: StoredMessage): string {
  const rfcMessageId = headers.find('message-id')
  const index = record.sends.findLastIndex(
    ({ mailbox, raw }) =>
      mailbox === store.address && readHeaders(raw).find('in-reply-to') === rfcMessageId,
  )
  const reply = record.sends[index]
  if (!reply || rfcMessageId === null) return ''
  return `<p><a ${href(linkToSentMessage(index))}>Replied from this mailbox</a></p>
    ${replyForms(reply, index)}`
}

/** Forms to reply to a sent message as its recipient. */
export function replyForms(
  { mailbox, recipients: [recipient] }: SentMessage,
  index: number,
): string {
  if (recipient === undefined) return ''
  const fields = `<input type="hidden" name="mailbox" value="${escapeHtml(mailbox)}">
    <input type="hidden" name="sent" value="${index}">`
  return `<div class="world-reply">
    <form method="post" action="${root}">${fields}
      <input type="hidden" name="text" value="${metBefore}">
      <button name="do" value="reply" class="world-main">Reply as the sender: we’ve met before</button>
    </form>
    <details class="world-form"><summary>Write another reply</summary>
      <form method="post" action="${root}">${fields}
        <label>As ${escapeHtml(shorten(recipient, 100))} <textarea name="text" rows="4" required></textarea></label>
        <button name="do" value="reply">Send</button>
      </form></details>
  </div>`
}

/** Handles the forms of `replyForms`. */
export function replyAsSender(form: FormData, world: World, store: MailStore): StoredMessage {
  const index = readText(form, 'sent')
  const sent = /^\d+$/.test(index) ? world.record.sends[Number(index)] : undefined
  const recipient = sent?.recipients[0]
  if (!sent || recipient === undefined || sent.mailbox !== store.address)
    throw new Refusal('There is no such sent email.', 404)
  const message = { raw: sent.raw, headers: readHeaders(sent.raw), at: world.clock.now() }
  const rfcMessageId = `<${world.random.hex(24)}${recipient.slice(recipient.lastIndexOf('@'))}>`
  const raw = composeReply(recipient, message, readText(form, 'text'), { rfcMessageId })
  return world.deliver(raw, store.address)
}
