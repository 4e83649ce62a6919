import { replyMarker } from './brand.ts'
import type { Message } from './message.ts'
import { isOwnAddress } from './own-addresses.ts'

/** Whom one does not answer automatically, by RFC 3834 and the habits of mail programs. */

/** No person wrote it, or whoever did asks machines to be silent. */
export function refusesAutomaticReplies({ headers }: Message): boolean {
  const submitted = headers.all('auto-submitted')
  const suppressed = headers.all('x-auto-response-suppress')
  return (
    submitted.some((value) => !/^\s*no\s*(?:[;(]|$)/i.test(value)) ||
    suppressed.some((value) => !/^\s*none\s*$/i.test(value)) ||
    /^\s*auto[-_]?reply\s*$/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponse', 'x-loop'].some((name) => headers.has(name))
  )
}

/** A report about mail, or mail that nobody wants to hear back about. */
export function isBounce({ headers }: Message): boolean {
  return (
    headers.all('return-path').some((path) => /^\s*<\s*>\s*$/.test(path)) ||
    /^\s*multipart\/report\b/i.test(headers.get('content-type') ?? '') ||
    headers.has('x-failed-recipients')
  )
}

/** Sent to many at once: a list, a mailing, or through a service for them. */
export function isBulk({ headers }: Message): boolean {
  return (
    ['list-id', 'list-unsubscribe', 'list-post', 'list-help', 'feedback-id'].some((name) =>
      headers.has(name),
    ) || /^\s*(?:bulk|list|junk)\s*$/i.test(headers.get('precedence') ?? '')
  )
}

/** Written by one of the user's own addresses, or by us: two of us facing each other stop at once. */
export function isOurs({ from, headers }: Message, ownAddresses: readonly string[]): boolean {
  return headers.has(replyMarker) || (from !== null && isOwnAddress(from.address, ownAddresses))
}

/** To the user, and to nobody else as far as anybody can see. */
export function isForUserAlone({ to, headers }: Message, ownAddresses: readonly string[]): boolean {
  const [only, ...others] = to
  return (
    only !== undefined &&
    others.length === 0 &&
    headers.all('cc').every((copy) => copy.trim() === '') &&
    isOwnAddress(only.address, ownAddresses)
  )
}
