import { normaliseAddress } from '@doorman/domain/email-address'
import { MessageHeaders, type Correspondent, type Message } from '@doorman/domain/message'
import { stranger } from '@doorman/domain/sender-facts'
import * as z from 'zod'
import type { KnownFacts } from './local/prepare-mail.ts'

const text = z.string().nullish()
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullish()

/** A mail as a line of JSON: how the corpus is written, and what `doorman screen` reads. */
export const mailRecord = z.object({
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
    })
    .nullish(),
})

export type MailRecord = z.infer<typeof mailRecord>

export function toMessage(record: MailRecord): Message {
  return {
    from: toCorrespondents(record.from)[0] ?? null,
    to: toCorrespondents(record.to),
    replyTo: toCorrespondents(record.replyTo)[0] ?? null,
    subject: record.subject ?? '',
    body: toBody(record.body ?? ''),
    headers: new MessageHeaders(toHeaderEntries(record.headers)),
  }
}

/** Absent facts mean a stranger, as far as anybody asked. */
export function toKnownFacts({ facts }: MailRecord): KnownFacts {
  return {
    relationship: facts ?? stranger,
    isRelationshipKnown: facts !== null && facts !== undefined,
    isWhitelisted: false,
    wasRestored: false,
    answersTheUser: false,
    isOwnAddress: false,
  }
}

/** A record says not which of the two it holds. */
function toBody(body: string): Message['body'] {
  return /<(?:html|body|div|p|br|table)\b[^>]{0,500}>/i.test(body)
    ? { text: null, html: body }
    : { text: body, html: null }
}

function toHeaderEntries(values: MailRecord['headers']): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
}

const mostCorrespondents = 1_000
const address = /[^\s<>@,;:"']{1,64}@[^\s<>@,;:"']{1,255}/g

/** A name stands before its address, and after the address before it. */
function toCorrespondents(value: string | readonly string[] | null | undefined): Correspondent[] {
  const list = [value ?? []].flat().join(', ').slice(0, 100_000)
  let end = 0
  return [...list.matchAll(address)].slice(0, mostCorrespondents).map((found) => {
    const name = list
      .slice(end, found.index)
      .replaceAll(/["<>;]/g, '')
      .replace(/^[\s,]+/, '')
    end = found.index + found[0].length
    return { name: name.trim(), address: normaliseAddress(found[0]) }
  })
}
