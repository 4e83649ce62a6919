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
      hasCommonContact: z.boolean().optional(),
    })
    .nullish(),
})

export type MailRecord = z.infer<typeof mailRecord>

export function toMessage(record: MailRecord): Message {
  const headers = new MessageHeaders(toHeaderEntries(record.headers))
  return {
    from: only(toCorrespondents(record.from)),
    to: toCorrespondents(record.to),
    cc: toCorrespondents(headers.all('cc')),
    replyTo: only(toCorrespondents(record.replyTo)),
    subject: record.subject ?? '',
    body: toBody(record.body ?? ''),
    headers,
  }
}

/** Absent facts mean a stranger, as far as anybody asked. */
export function toKnownFacts({ facts }: MailRecord): KnownFacts {
  const { hasCommonContact = false, ...relationship } = { ...stranger, ...facts }
  return {
    relationship,
    hasCommonContact,
    isRelationshipKnown: facts !== null && facts !== undefined,
    isWhitelisted: false,
    standing: null,
    answersTheUser: false,
    isOwnAddress: false,
  }
}

/** Nobody, where there are several. */
function only(all: readonly Correspondent[]): Correspondent | null {
  return all.length === 1 ? (all[0] ?? null) : null
}

const headChars = 5_000

/** A record says not which of the two it holds. Plain mail may speak of a tag; marked-up mail begins with one. */
function toBody(body: string): Message['body'] {
  return /^\s*<(?:!doctype|html|head|body|div|p|table|span|center|font|style|meta)\b/i.test(
    body.slice(0, headChars),
  )
    ? { text: null, html: body }
    : { text: body, html: null }
}

function toHeaderEntries(values: MailRecord['headers']): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
}

const mostCorrespondents = 1_000
const bracketed = /([^<>]{0,500})<([^\s<>@]{1,64}@[^\s<>@]{1,255})>/g
const bare = /[^\s<>@,;:"']{1,64}@[^\s<>@,;:"']{1,255}/g

/** An address in brackets is the address, whatever the name before it pretends to be. */
function toCorrespondents(value: string | readonly string[] | null | undefined): Correspondent[] {
  const lists = [value ?? []].flat().map((list) => list.slice(0, 100_000))
  return lists.flatMap(readList).slice(0, mostCorrespondents)
}

function readList(list: string): Correspondent[] {
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
