import type { Arrivals } from '../scenes/arrivals.ts'
import type { MailStore } from '../world/mailbox/mail-store.ts'
import type { StoredMessage } from '../world/mailbox/stored-message.ts'
import { parseAddresses } from '../world/message/mime.ts'
import type { AuthenticationResult } from '../world/message/reception-headers.ts'
import { writeMessage } from '../world/message/write-message.ts'
import type { World } from '../world/world.ts'
import { maxMessageBytes, readText, Refusal, tooLarge } from './read-form.ts'
import { replyAsSender } from './sender-reply.ts'

/** Handles the forms of `addMessageForms` and `replyForms`. Returns the new message. */
export async function addMessage(
  form: FormData,
  { world, arrivals, store }: { world: World; arrivals: Arrivals; store: MailStore },
): Promise<StoredMessage> {
  const deliver = (raw: Uint8Array) =>
    world.deliver(raw, store.address, { authentication: toAuthentication(form) })
  switch (readText(form, 'do')) {
    case 'deliver-next':
      if (!arrivals.has(store))
        throw new Refusal('No more emails are planned for this mailbox.', 404)
      return arrivals.deliverNext(store)
    case 'write':
      return deliver(composeFor(store, form, world))
    case 'reply':
      return replyAsSender(form, world, store)
    case 'add-file':
      return deliver(await readUpload(form))
    default:
      throw new Refusal('Unknown form action.', 400)
  }
}

function composeFor({ owner }: MailStore, form: FormData, { clock, random }: World): Uint8Array {
  const [from] = parseAddresses(readLine(form, 'from'))
  if (!from || !/^[^\s<>@]+@[^\s<>@]+$/.test(from.address))
    throw new Refusal('Enter the sender as Jo Doe <jo@vendor.example>.', 400)
  return writeMessage({
    from,
    to: [{ name: owner.name, address: owner.address }],
    cc: [],
    subject: readLine(form, 'subject'),
    date: clock.now(),
    rfcMessageId: `<${random.hex(24)}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    inReplyTo: null,
    references: [],
    headers: [],
    text: readText(form, 'text'),
    html: null,
  })
}

/** The bytes of the file unchanged, or the pasted text. */
async function readUpload(form: FormData): Promise<Uint8Array> {
  const file = form.get('eml')
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : Buffer.alloc(0)
  // A leading empty line would end the headers.
  const pasted = Buffer.from(readText(form, 'source').replace(/^\s+/, ''))
  const message = bytes.length > 0 ? bytes : pasted
  if (message.length === 0) throw new Refusal('Choose an .eml file, or paste its source.', 400)
  if (message.length > maxMessageBytes) throw new Refusal(tooLarge, 413)
  return message
}

function toAuthentication(form: FormData): AuthenticationResult {
  const result = form.get('authentication')
  return result === 'fail' || result === 'none' ? result : 'pass'
}

function readLine(form: FormData, name: string): string {
  return readText(form, name)
    .replace(/[\r\n]+/g, ' ')
    .trim()
}
