import { replyMarker } from '../brand.ts'
import type { MailProvider } from '../mail/mailbox.ts'
import type { Message } from '../mail/message.ts'
import { isOwnAddress, toMailboxAddress } from '../mail/own-addresses.ts'

// Messages that must not get an automatic reply, by RFC 3834 and the conventions of mail programs.

/** Sent automatically, or asking for no automatic replies. */
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

/** A delivery report, or a message without a return path. */
export function isBounce({ headers }: Message): boolean {
  return (
    headers.all('return-path').some((path) => /^\s*<\s*>\s*$/.test(path)) ||
    /^\s*multipart\/report\b/i.test(headers.get('content-type') ?? '') ||
    headers.has('x-failed-recipients')
  )
}

/** Sent to many recipients: through a list or a mailing service. */
export function isBulk({ headers }: Message): boolean {
  return (
    ['list-id', 'list-unsubscribe', 'list-post', 'list-help', 'feedback-id'].some((name) =>
      headers.has(name),
    ) || /^\s*(?:bulk|list|junk)\s*$/i.test(headers.get('precedence') ?? '')
  )
}

/**
 * From one of the user's own addresses, or a reply of ours. Stops a loop between two users of
 * Doorman.
 */
export function isOurs({ from, headers }: Message, ownAddresses: readonly string[]): boolean {
  return headers.has(replyMarker) || (from !== null && isOwnAddress(from.address, ownAddresses))
}

/** The user is the only visible recipient. */
export function isForUserAlone({ to, headers }: Message, ownAddresses: readonly string[]): boolean {
  const [only, ...others] = to
  return (
    only !== undefined &&
    others.length === 0 &&
    headers.all('cc').every((copy) => copy.trim() === '') &&
    isOwnAddress(only.address, ownAddresses)
  )
}

/** Whether the provider sends from any own address that it lists, or only from the primary one. */
const sendsFromAliases: Readonly<Record<MailProvider, boolean>> = { gmail: true, microsoft: false }

/**
 * The address that a reply comes from: the one to which the message was sent. An answer from another
 * address would reveal it. `null` if the account may not send as the address.
 */
export function findReplyAddress(
  { to }: Message,
  mailbox: {
    readonly provider: MailProvider
    readonly address: string
    readonly ownAddresses: readonly string[]
  },
): string | null {
  const { provider, address, ownAddresses } = mailbox
  const possible = sendsFromAliases[provider] ? [address, ...ownAddresses] : [address]
  const sentTo = to[0] && toMailboxAddress(to[0].address)
  return possible.find((own) => sentTo && toMailboxAddress(own) === sentTo) ?? null
}
