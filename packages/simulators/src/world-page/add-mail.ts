import type { Arrivals } from '../scenes/arrivals.ts'
import type { MailStore, StoredMail } from '../world/mail-store.ts'
import { parseAddresses } from '../world/mime.ts'
import type { Authentication } from '../world/stamp.ts'
import type { World } from '../world/world.ts'
import { writeLetter } from '../world/write-letter.ts'
import { answerAsSender } from './answers.ts'
import { largestMailBytes, readText, Refusal, tooLarge } from './read-form.ts'

/** Does what a form of `addMailForms` or `answerForms` asks for, and gives the mail that came of it. */
export async function addMail(
  form: FormData,
  { world, arrivals, store }: { world: World; arrivals: Arrivals; store: MailStore },
): Promise<StoredMail> {
  const deliver = (raw: Uint8Array) =>
    world.deliver(raw, store.address, { authentication: toAuthentication(form) })
  switch (readText(form, 'do')) {
    case 'arrive':
      if (!arrivals.has(store)) throw new Refusal('No mail is on its way here.', 404)
      return arrivals.bring(store)
    case 'write':
      return deliver(writeFor(store, form, world))
    case 'answer':
      return answerAsSender(form, world, store)
    case 'drop':
      return deliver(await readMail(form))
    default:
      throw new Refusal('This form asks for nothing we know.', 400)
  }
}

function writeFor({ owner }: MailStore, form: FormData, { clock, chance }: World): Uint8Array {
  const [from] = parseAddresses(readLine(form, 'from'))
  if (!from || !/^[^\s<>@]+@[^\s<>@]+$/.test(from.address))
    throw new Refusal('Write the sender as Jo Doe <jo@vendor.example>.', 400)
  return writeLetter({
    from,
    to: [{ name: owner.name, address: owner.address }],
    cc: [],
    subject: readLine(form, 'subject'),
    date: clock.now(),
    messageId: `<${chance.hex(24)}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    inReplyTo: null,
    references: [],
    headers: [],
    text: readText(form, 'text'),
    html: null,
  })
}

/** The bytes of the file as they are, or what was pasted. */
async function readMail(form: FormData): Promise<Uint8Array> {
  const file = form.get('eml')
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : Buffer.alloc(0)
  // An empty line on top would end the headers before they begin.
  const pasted = Buffer.from(readText(form, 'source').replace(/^\s+/, ''))
  const mail = bytes.length > 0 ? bytes : pasted
  if (mail.length === 0) throw new Refusal('Choose an .eml file, or paste a mail.', 400)
  if (mail.length > largestMailBytes) throw new Refusal(tooLarge, 413)
  return mail
}

function toAuthentication(form: FormData): Authentication {
  const result = form.get('authentication')
  return result === 'fail' || result === 'none' ? result : 'pass'
}

function readLine(form: FormData, name: string): string {
  return readText(form, name)
    .replace(/[\r\n]+/g, ' ')
    .trim()
}
