import { cleanLine } from '@doorman/domain/mail/clean-line'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { MessageHeaders, type Message, type NamedAddress } from '@doorman/domain/mail/message'
import { isSameOrganisation, toOrganisation } from '@doorman/domain/mail/organisation'
import { isOwnAddress, toMailboxAddress } from '@doorman/domain/mail/own-addresses'
import { listReferences } from '@doorman/domain/mail/references'
import { isCalendar, isMailingList } from '@doorman/domain/screening/message-kinds'
import { readBody } from '../read-body.ts'
import { toFormSender, type FormSender } from './form-sender.ts'
import { readForm, type FilledForm, type Layout } from './read-form.ts'

/** Templates of form services are large, but no form sends more than this. */
const maxBodyChars = 300_000
const maxNameChars = 200

const replyOrForwardPrefix = /^\s{0,3}(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|enc|vb|pd|odp)\s{0,3}:/i

/**
 * Gives a contact-form message its author as sender, and the author's words as body. Returns any other
 * message unchanged. `ownAddresses` are the user's.
 */
export function attributeToAuthor(message: Message, ownAddresses: readonly string[]): Message {
  const sender = message.from && toFormSender(message.from.address, ownAddresses)
  if (
    !sender ||
    replyOrForwardPrefix.test(message.subject) ||
    listReferences(message.headers).length > 0
  )
    return message
  if (isCalendar(message) || isMailingList(message)) return message
  const { text, html, isExcerpt } = message.body
  if (isExcerpt || (text ?? '').length + (html ?? '').length > maxBodyChars) return message
  const form = readForm(readBody(message.body).text)
  const author = form && findAuthor(message, form, sender, ownAddresses)
  if (!form || !author) return message
  return {
    ...message,
    from: author.sender,
    replyTo: null,
    viaContactForm: true,
    ...(author.isUnconfirmed && { isAuthorUnconfirmed: true }),
    body: { text: [form.subject, form.message].filter(Boolean).join('\n\n'), html: null },
    // Other headers, such as Authentication-Results, are about the form's server, not the author.
    headers: new MessageHeaders(
      ['message-id', 'date', 'cc'].flatMap((name) =>
        message.headers.all(name).map((value): [string, string] => [name, value]),
      ),
    ),
  }
}

function findAuthor(
  { from, replyTo }: Message,
  form: FilledForm,
  sender: FormSender,
  ownAddresses: readonly string[],
): { readonly sender: NamedAddress; readonly isUnconfirmed: boolean } | null {
  const isOutside = (address: string) =>
    toMailboxAddress(address) !== null &&
    !isOwnOrganisation(address, ownAddresses) &&
    from !== null &&
    toOrganisation(address) !== toOrganisation(from.address)
  const typed = form.address && isOutside(form.address) ? normaliseAddress(form.address) : null
  const named = replyTo && isOutside(replyTo.address) ? replyTo.address : null
  const address = chooseAddress({ typed, named }, form, sender)
  if (address === null) return null
  const isOurs = from !== null && isOwnOrganisation(from.address, ownAddresses)
  return {
    sender: { name: cleanLine(form.name || (replyTo?.name ?? ''), maxNameChars), address },
    isUnconfirmed: !isOurs && !isSameAddress(address, named),
  }
}

/**
 * Picks the author's address: `typed` into the form, or `named` in Reply-To. `null` if the message may
 * not be a form. Each kind of sender has its requirements:
 * - `colleague`: the form and Reply-To name the same address.
 * - `outside-program`: a name and an email with colons after their labels, and a labelled message.
 * - `role`: as for a site, and Reply-To or a layout that nobody types by hand.
 * - `site`: two of these three: an address in the form, Reply-To, a labelled message. Without an
 *   address in the form, the form must name the author. Reply-To and a name also suffice if there
 *   are more than two fields, which a notification ("Dale shared a document") does not have.
 */
function chooseAddress(
  { typed, named }: { readonly typed: string | null; readonly named: string | null },
  { name, hasEmailField, layout }: FilledForm,
  sender: FormSender,
): string | null {
  const isTwice = typed !== null && isSameAddress(typed, named)
  // A colleague who passes a form on by hand sets no Reply-To.
  if (sender === 'colleague') return isTwice ? typed : null
  if (sender === 'outside-program')
    return layout.hasColons && layout.label === 'message' ? typed : null
  if (sender === 'role' && named === null && !isUnmistakable(layout)) return null
  if (isTwice) return typed
  if (typed !== null)
    return layout.label === 'message' || (layout.label !== null && hasEmailField) ? typed : null
  if (name === '') return null
  return layout.label !== null || layout.fieldCount > 2 ? named : null
}

/**
 * A layout that software makes and people don't type: no introduction, and either the message's label
 * alone in its line or more than three fields.
 */
function isUnmistakable({ isLabelAlone, fieldCount, hasIntroduction }: Layout): boolean {
  return !hasIntroduction && (isLabelAlone || fieldCount > 3)
}

function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && toMailboxAddress(one) === toMailboxAddress(other)
}

function isOwnOrganisation(address: string, ownAddresses: readonly string[]): boolean {
  return isOwnAddress(address, ownAddresses) || isSameOrganisation(address, ownAddresses)
}
