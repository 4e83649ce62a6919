import { cleanLine } from '@doorman/domain/mail/clean-line'
import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { MessageHeaders, type Message, type NamedAddress } from '@doorman/domain/mail/message'
import { isSameOrganisation, toOrganisation } from '@doorman/domain/mail/organisation'
import { isOwnAddress, toMailboxAddress } from '@doorman/domain/mail/own-addresses'
import { listReferences } from '@doorman/domain/mail/references'
import { isCalendar, isMailingList } from '@doorman/domain/screening/message-kinds'
import { toFormSender, type FormSender } from '@doorman/domain/screening/form-sender'
import { readBody } from '../read-body.ts'
import { readForm, type FilledForm, type Layout } from './read-form.ts'

/** Templates of form services are large, but no form sends more than this. */
const maxBodyChars = 300_000
const maxNameChars = 200

const isAnswer = /^\s{0,3}(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|enc|vb|pd|odp)\s{0,3}:/i

/**
 * A message that a contact form sent, as if its author had sent it: with the author as sender and
 * with the author's own words. Any other message is returned unchanged. `ownAddresses` are the
 * user's.
 */
export function byAuthor(message: Message, ownAddresses: readonly string[]): Message {
  const sender = message.from && toFormSender(message.from.address, ownAddresses)
  if (!sender || isAnswer.test(message.subject) || listReferences(message.headers).length > 0)
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
    // The others describe the form's own program, and prove nothing about the author.
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
 * Two of three things must show the author: the email field, Reply-To, a message with a label. A
 * notification that only names a person in Reply-To, such as a shared document, has no fields; two
 * beside the name tell a form from it. The less likely it is that a form sent the message, the more
 * must be there.
 */
function chooseAddress(
  { typed, named }: { readonly typed: string | null; readonly named: string | null },
  { name, hasEmailField, layout }: FilledForm,
  sender: FormSender,
): string | null {
  const isTwice = typed !== null && isSameAddress(typed, named)
  // A colleague who passes a form on by hand sets no Reply-To.
  if (sender === 'colleague') return isTwice ? typed : null
  if (sender === 'robot') return layout.hasColons && layout.label === 'message' ? typed : null
  if (sender === 'role' && named === null && !isUnmistakable(layout)) return null
  if (isTwice) return typed
  if (typed !== null)
    return layout.label === 'message' || (layout.label !== null && hasEmailField) ? typed : null
  if (name === '') return null
  return layout.label !== null || layout.fieldCount > 2 ? named : null
}

/** No one who pastes a form, or takes a note, writes like this. */
function isUnmistakable({ isLabelAlone, fieldCount, hasIntroduction }: Layout): boolean {
  return !hasIntroduction && (isLabelAlone || fieldCount > 3)
}

function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && toMailboxAddress(one) === toMailboxAddress(other)
}

function isOwnOrganisation(address: string, ownAddresses: readonly string[]): boolean {
  return isOwnAddress(address, ownAddresses) || isSameOrganisation(address, ownAddresses)
}
