import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import type { MessageHeaders } from '../../world/message/mime.ts'
import { badRequest, notSimulated } from '../graph/graph-error.ts'

/**
 * `$search` returns at most 1000 results
 * (https://learn.microsoft.com/graph/search-query-parameter).
 */
export const maxFound = 1000

type Matches = (message: StoredMessage) => boolean

/** Searchable properties and the headers that each searches (same page). */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  bcc: ['bcc'],
  recipients: ['to', 'cc', 'bcc'],
  participants: ['from', 'to', 'cc', 'bcc'],
}

/**
 * Parses the part of the Keyword Query Language that finds people, such as
 * `"to:ann@example.com OR cc:ann@example.com"`. Terms without OR must all match.
 */
export function parseSearch(option: string): Matches {
  const inner = /^"(.*)"$/s.exec(option)?.[1]?.replaceAll('\\"', '"')
  if (inner === undefined)
    throw badRequest('Syntax error: the value of $search must be in double quotes.')
  const alternatives: Matches[][] = [[]]
  for (const term of inner.match(/\w+:"[^"]*"|\S+/g) ?? []) {
    if (term === 'OR') alternatives.push([])
    else if (term !== 'AND') alternatives.at(-1)?.push(parseTerm(term))
  }
  if (alternatives.some((terms) => terms.length === 0))
    throw badRequest(`Syntax error in the search '${inner}'.`)
  return (message) => alternatives.some((terms) => terms.every((matches) => matches(message)))
}

function parseTerm(term: string): Matches {
  const [, property = '', quoted, bare] = /^(\w+):(?:"([^"]*)"|(.+))$/.exec(term) ?? []
  const fields = fieldsOf[property.toLowerCase()]
  if (!fields) throw notSimulated(`the search term '${term}'`)
  const wanted = toWords(quoted ?? bare ?? '')
  if (wanted.length === 0) throw badRequest(`Syntax error: nothing to search for in '${term}'.`)
  return ({ headers }) =>
    fields.some((field) => toPeople(headers, field).some(containsWords(wanted)))
}

/**
 * Exchange looks for the query's words in sequence, anywhere in the name or address.
 * A search for `acme.com` therefore also finds people at acme.com.example.org, so
 * callers must check the results.
 */
function containsWords(wanted: readonly string[]): (person: readonly string[]) => boolean {
  return (person) =>
    person.some((_, start) => wanted.every((word, offset) => person[start + offset] === word))
}

function toPeople(headers: MessageHeaders, field: string): string[][] {
  return headers.addresses(field).flatMap(({ name, address }) => [toWords(address), toWords(name)])
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
