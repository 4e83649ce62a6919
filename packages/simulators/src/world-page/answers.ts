import { escape } from '../page.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import { readHeaders } from '../world/mime.ts'
import { reply } from '../world/outsiders.ts'
import type { Sending } from '../world/record.ts'
import type { World } from '../world/world.ts'
import { href, linkToSend, root } from './links.ts'
import { shorten } from './mail-row.ts'
import { readText, Refusal } from './read-form.ts'

const acquaintance = 'We’ve met before, at the fair in June.'

/** A mail that was answered from its own mailbox leads to what was said, and lets its sender answer that. */
export function showAnswers({ record }: World, store: MailStore, { headers }: StoredMail): string {
  const messageId = headers.find('message-id')
  const index = record.sends.findLastIndex(
    ({ mailbox, raw }) =>
      mailbox === store.address && readHeaders(raw).find('in-reply-to') === messageId,
  )
  const sending = record.sends[index]
  if (!sending || messageId === null) return ''
  return `<p><a ${href(linkToSend(index))}>Answered from this mailbox</a></p>
    ${answerForms(sending, index)}`
}

/** The other side of the story: whoever was written to answers. */
export function answerForms({ mailbox, recipients: [recipient] }: Sending, index: number): string {
  if (recipient === undefined) return ''
  const fields = `<input type="hidden" name="mailbox" value="${escape(mailbox)}">
    <input type="hidden" name="sent" value="${index}">`
  return `<div class="world-answer">
    <form method="post" action="${root}">${fields}
      <input type="hidden" name="text" value="${acquaintance}">
      <button name="do" value="answer" class="world-main">Answer as the sender: we’ve met before</button>
    </form>
    <details class="world-form"><summary>Answer in other words</summary>
      <form method="post" action="${root}">${fields}
        <label>As ${escape(shorten(recipient, 100))} <textarea name="text" rows="4" required></textarea></label>
        <button name="do" value="answer">Send</button>
      </form></details>
  </div>`
}

/** Does what a form of `answerForms` asks for. */
export function answerAsSender(form: FormData, world: World, store: MailStore): StoredMail {
  const index = readText(form, 'sent')
  const sending = /^\d+$/.test(index) ? world.record.sends[Number(index)] : undefined
  const recipient = sending?.recipients[0]
  if (!sending || recipient === undefined || sending.mailbox !== store.address)
    throw new Refusal('Nothing of this kind was sent.', 404)
  const mail = { raw: sending.raw, headers: readHeaders(sending.raw), at: world.clock.now() }
  const messageId = `<${world.chance.hex(24)}${recipient.slice(recipient.lastIndexOf('@'))}>`
  const raw = reply(recipient, mail, readText(form, 'text'), { messageId })
  return world.deliver(raw, store.address)
}
