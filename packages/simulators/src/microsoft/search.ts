import type { StoredMail } from '../world/mail-store.ts'
import type { MailHeaders } from '../world/mime.ts'
import { badRequest, notSimulated } from './graph-error.ts'

/** "A $search request returns up to 1000 results" (search-query-parameter). */
export const mostFound = 1000

type Matches = (mail: StoredMail) => boolean

/** Searchable properties of people, and the fields each looks into (search-query-parameter). */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  bcc: ['bcc'],
  recipients: ['to', 'cc', 'bcc'],
  participants: ['from', 'to', 'cc', 'bcc'],
}

/**
 * Reads a `$search` in the Keyword Query Language, as far as finding people goes:
 * `"to:ann@example.com OR cc:ann@example.com"`. Words side by side must all match.
 */
export function parseSearch(option: string): Matches {
  const inner = /^"(.*)"$/s.exec(option)?.[1]?.replaceAll('\\"', '"')
  if (inner === undefined)
    throw badRequest('Syntax error: the value of $search must stand in double quotes.')
  const alternatives: Matches[][] = [[]]
  for (const term of inner.match(/\w+:"[^"]*"|\S+/g) ?? []) {
    if (term === 'OR') alternatives.push([])
    else if (term !== 'AND') alternatives.at(-1)?.push(parseTerm(term))
  }
  if (alternatives.some((terms) => terms.length === 0))
    throw badRequest(`Syntax error in the search '${inner}'.`)
  return (mail) => alternatives.some((terms) => terms.every((matches) => matches(mail)))
}

function parseTerm(term: string): Matches {
  const [, property = '', quoted, bare] = /^(\w+):(?:"([^"]*)"|(.+))$/.exec(term) ?? []
  const fields = fieldsOf[property.toLowerCase()]
  if (!fields) throw notSimulated(`the search term '${term}'`)
  const wanted = toWords(quoted ?? bare ?? '')
  if (wanted.length === 0) throw badRequest(`Syntax error: nothing to search for in '${term}'.`)
  return ({ headers }) => fields.some((field) => toPeople(headers, field).some(holds(wanted)))
}

/**
 * "Specified as an SMTP address, display name, or alias": the words of the query
 * in a row, anywhere in the person. So a search for `acme.com` finds people at
 * acme.com.example.org as well, and what was found has to be looked at.
 */
function holds(wanted: readonly string[]): (person: readonly string[]) => boolean {
  return (person) =>
    person.some((_, start) => wanted.every((word, offset) => person[start + offset] === word))
}

function toPeople(headers: MailHeaders, field: string): string[][] {
  return headers.addresses(field).flatMap(({ name, address }) => [toWords(address), toWords(name)])
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
