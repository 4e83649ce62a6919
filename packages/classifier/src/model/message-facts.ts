import { domainOf, registeredDomain } from '@doorman/domain/mail/address-parts'
import { isFreemail } from '@doorman/domain/mail/freemail'
import type { Message } from '@doorman/domain/mail/message'
import type { Relationship } from '@doorman/domain/screening/sender-facts'
import type { BodyReading } from '@doorman/mail-text/read-body'
import type { MessageFacts } from './judgeable.ts'
import { detectLanguage, maxTokens } from './language.ts'
import { fold, toTokens } from './tokens.ts'

export function toMessageFacts(
  message: Message,
  body: BodyReading,
  relationship: Relationship | null,
): MessageFacts {
  const sender = companyOf(message.from?.address)
  const recipient = companyOf(message.to[0]?.address)
  const words = toWords(`${message.subject} ${body.text}`)
  return {
    relationship,
    sender: toSenderKind(message),
    answersGoElsewhere: answersGoElsewhere(message),
    thread: toThread(message),
    hasListUnsubscribe: message.headers.has('list-unsubscribe'),
    isBulk: isBulk(message),
    isGenerated: /^auto-generated\b/i.test(message.headers.get('auto-submitted')?.trim() ?? ''),
    hasTrackingPixel: body.hasTrackingPixel,
    links: toLinks(body.linkDomains, message),
    namesYourCompany: recipient !== null && recipient !== sender && isNamed(recipient, words),
    namesItsOwnCompany: sender !== null && recipient !== sender && isNamed(sender, words),
    recipientCount: message.to.length,
    language: detectLanguage(toTokens(body.text.slice(0, 2_000), maxTokens)),
  }
}

function toSenderKind({ from }: Message): MessageFacts['sender'] {
  if (from === null) return 'unknown'
  return isFreemail(domainOf(from.address)) ? 'freemail' : 'company'
}

function answersGoElsewhere({ from, replyTo }: Message): boolean {
  if (from === null || replyTo === null) return false
  return registeredDomain(domainOf(replyTo.address)) !== registeredDomain(domainOf(from.address))
}

const replyMark =
  /^\s{0,3}(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|enc|r|i|doorst)\s{0,3}(?:\[\d{1,3}\])?\s{0,3}:/i

function toThread({ subject, headers }: Message): MessageFacts['thread'] {
  if (headers.has('in-reply-to') || headers.has('references')) return 'continued'
  if (!headers.has('message-id')) return 'unknown'
  return replyMark.test(subject) ? 'claimed' : 'new'
}

function isBulk({ headers }: Message): boolean {
  return (
    headers.has('list-id') ||
    headers.has('feedback-id') ||
    /^(?:bulk|list|junk)$/i.test(headers.get('precedence')?.trim() ?? '')
  )
}

function toLinks(domains: readonly string[], { from }: Message): MessageFacts['links'] {
  if (domains.length === 0) return 'none'
  if (from === null) return 'unknown'
  const own = registeredDomain(domainOf(from.address))
  return domains.every((domain) => registeredDomain(domain) === own)
    ? 'own-domain'
    : 'other-domains'
}

/** Shorter names occur by chance. */
const minNameChars = 4
const maxReadChars = 20_000
/** A name may be written in several words: `acme-tools.co.uk` is Acme Tools. */
const maxWordsPerName = 3

/** The name in a company's domain, without hyphens. */
function companyOf(address: string | undefined): string | null {
  if (address === undefined || isFreemail(domainOf(address))) return null
  const [label = ''] = registeredDomain(domainOf(address)).split('.')
  const name = label.replaceAll('-', '')
  return name.length >= minNameChars ? name : null
}

/** Whether the words contain a name, in one word or in up to three consecutive ones. */
function isNamed(name: string, words: readonly string[]): boolean {
  return words.some((_, start) => {
    let rest = name
    for (let at = start; at < start + maxWordsPerName; at++) {
      const word = words[at]
      if (word === undefined || !rest.startsWith(word)) return false
      rest = rest.slice(word.length)
      if (rest === '') return true
    }
    return false
  })
}

function toWords(text: string): string[] {
  return withoutAddresses(text.slice(0, maxReadChars))
    .map(toPlainWord)
    .filter((word) => word !== '')
}

/** A word in lower case, without accents and without characters other than letters and digits. */
function toPlainWord(word: string): string {
  // Fast path for most words.
  if (/^[ -~]+$/.test(word)) return word.toLowerCase().replaceAll(/[^a-z\d]+/g, '')
  return fold(word).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The words of a text. An address or a link does not count as naming a company. */
function withoutAddresses(text: string): string[] {
  return text.split(/\s+/).filter((word) => !word.includes('@') && !word.includes('/'))
}
