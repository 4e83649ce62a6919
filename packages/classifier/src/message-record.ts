import { normaliseAddress } from '@doorman/domain/mail/email-address'
import { MessageHeaders, type NamedAddress, type Message } from '@doorman/domain/mail/message'
import { toOrganisation } from '@doorman/domain/mail/organisation'
import { stranger, unknownSender, type SenderFacts } from '@doorman/domain/screening/sender-facts'
import { attributeToAuthor } from '@doorman/mail-text/contact-form/attribute-to-author'
import * as z from 'zod'

const text = z.string().nullish()
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullish()

/** A message as one line of JSON: the format of the corpus and of the input of `doorman screen`. */
export const messageRecord = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  from: text,
  to: z.union([z.string(), z.array(z.string())]).nullish(),
  replyTo: text,
  subject: text,
  headers,
  body: text,
  facts: z
    .object({
      hasWrittenToSender: z.boolean().default(false),
      hasWrittenToDomain: z.boolean().default(false),
      sameOrg: z.boolean().default(false),
      earlierMailFromSender: z.number().min(0).default(0),
      hasCommonContact: z.boolean().optional(),
    })
    .nullish(),
})

export type MessageRecord = z.infer<typeof messageRecord>

export function toMessage(record: MessageRecord): Message {
  const headers = new MessageHeaders(toHeaderEntries(record.headers))
  return attributeExported({
    from: only(toNamedAddresses(record.from)),
    to: toNamedAddresses(record.to),
    cc: toNamedAddresses(headers.all('cc')),
    replyTo: only(toNamedAddresses(record.replyTo)),
    subject: record.subject ?? '',
    body: toBody(record.body ?? ''),
    headers,
  })
}

/**
 * Names the author as the sender of a contact-form message that comes without a mailbox (corpus,
 * `doorman screen`). The user's addresses aren't known, so those in To are taken, without the
 * sender's own organisation if To names several.
 */
export function attributeExported(message: Message): Message {
  const to = message.to.map(({ address }) => address)
  const sender = message.from && toOrganisation(message.from.address)
  const isToSeveral = new Set(to.map(toOrganisation)).size > 1
  return attributeToAuthor(
    message,
    isToSeveral ? to.filter((one) => toOrganisation(one) !== sender) : to,
  )
}

/**
 * A record without facts says nothing about the sender, unlike facts that say "a stranger". `read`
 * is the record's message, if the caller has it.
 */
export function toSenderFacts(record: MessageRecord, read?: Message): SenderFacts {
  if (!record.facts) return unknownSender
  const message = read ?? toMessage(record)
  const facts = message.viaContactForm ? toAuthorFacts(record.facts, message) : record.facts
  return {
    ...unknownSender,
    isSameOrganisation: facts.sameOrg,
    hasWrittenToSender: facts.hasWrittenToSender,
    hasWrittenToDomain: facts.hasWrittenToDomain,
    hasCommonContact: facts.hasCommonContact ?? false,
    earlierMailFromSender: facts.earlierMailFromSender,
  }
}

type RecordFacts = NonNullable<MessageRecord['facts']>

/**
 * Removes facts that are not about the author of a contact-form message. The number of earlier
 * messages is about the form's own address, and so are all facts if they say "same organisation".
 * Having written to an unconfirmed author means nothing.
 */
function toAuthorFacts(
  { sameOrg, ...facts }: RecordFacts,
  { isAuthorUnconfirmed }: Message,
): RecordFacts {
  const known = sameOrg ? stranger : facts
  const hasWrittenToSender = known.hasWrittenToSender && !isAuthorUnconfirmed
  return { ...known, hasWrittenToSender, sameOrg: false, earlierMailFromSender: 0 }
}

/** `null` if there are several: then there is no single sender. */
function only(all: readonly NamedAddress[]): NamedAddress | null {
  return all.length === 1 ? (all[0] ?? null) : null
}

const maxCharsToFindTag = 5_000

/**
 * A record does not say whether its body is text or HTML. HTML begins with a tag; plain text may
 * mention one further down.
 */
function toBody(body: string): Message['body'] {
  return /^\s*<(?:!doctype|html|head|body|div|p|table|span|center|font|style|meta)\b/i.test(
    body.slice(0, maxCharsToFindTag),
  )
    ? { text: null, html: body }
    : { text: body, html: null }
}

function toHeaderEntries(values: MessageRecord['headers']): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
}

const maxCorrespondents = 1_000
const bracketed = /([^<>]{0,500})<([^\s<>@]{1,64}@[^\s<>@]{1,255})>/g
const bare = /[^\s<>@,;:"']{1,64}@[^\s<>@,;:"']{1,255}/g

/** The address in angle brackets counts, even if the name before it looks like another address. */
function toNamedAddresses(value: string | readonly string[] | null | undefined): NamedAddress[] {
  const lists = [value ?? []].flat().map((list) => list.slice(0, 100_000))
  return lists.flatMap(readList).slice(0, maxCorrespondents)
}

function readList(list: string): NamedAddress[] {
  const found = [...list.matchAll(bracketed)].map(([, name = '', address = '']) => ({
    name: name
      .replaceAll('"', '')
      .replace(/^[\s,;]+/, '')
      .trim(),
    address: normaliseAddress(address),
  }))
  const rest = list.replaceAll(bracketed, ',')
  const others = [...rest.matchAll(bare)].map(([address]) => ({
    name: '',
    address: normaliseAddress(address),
  }))
  return [...found, ...others]
}
