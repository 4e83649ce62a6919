import { createHmac } from 'node:crypto'
import type { StoredMail } from '../world/mail-store.ts'
import { badRequest, GraphError, notSimulated } from './graph-error.ts'

export type MailFilter = {
  readonly properties: readonly string[]
  readonly matches: (mail: StoredMail) => boolean
}

const clause =
  /^\s*(?:(receivedDateTime)\s+(ge|gt|le|lt)\s+([\dTZ:.+-]+)|(internetMessageId)\s+eq\s+'((?:[^']|'')*)')\s*/

/** The two properties PROVIDERS 6.3 asks for, joined by `and` or by `or`, but not both. */
export function parseMailFilter(text: string): MailFilter {
  const clauses: { property: string; matches: (mail: StoredMail) => boolean }[] = []
  const joins = new Set<string>()
  let rest = text
  for (;;) {
    const found = clause.exec(rest)
    if (!found) throw notSimulated(`the filter '${text}'`)
    clauses.push(toClause(found))
    rest = rest.slice(found[0].length)
    if (rest === '') break
    const join = /^(and|or)\b/.exec(rest)?.[0]
    if (join === undefined) throw notSimulated(`the filter '${text}'`)
    joins.add(join)
    rest = rest.slice(join.length)
  }
  if (joins.size > 1) throw notSimulated(`a filter with both 'and' and 'or': '${text}'`)
  return {
    properties: clauses.map(({ property }) => property),
    matches: (mail) =>
      joins.has('or')
        ? clauses.some(({ matches }) => matches(mail))
        : clauses.every(({ matches }) => matches(mail)),
  }
}

function toClause([, dateName, operator, date, idName = '', id = '']: RegExpExecArray) {
  if (dateName === undefined) {
    const wanted = id.replaceAll("''", "'")
    return {
      property: idName,
      matches: (mail: StoredMail) => mail.headers.find('message-id') === wanted,
    }
  }
  const limitMs = new Date(date ?? '').getTime()
  if (Number.isNaN(limitMs)) throw badRequest(`'${date}' is not a date and time.`)
  return {
    property: dateName,
    matches: (mail: StoredMail) => compare(toSeconds(mail.receivedAt.getTime()), operator, limitMs),
  }
}

/** Graph shows whole seconds and filters by what it shows. */
function toSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}

function compare(ms: number, operator: string | undefined, limitMs: number): boolean {
  switch (operator) {
    case 'ge':
      return ms >= limitMs
    case 'gt':
      return ms > limitMs
    case 'le':
      return ms <= limitMs
    default:
      return ms < limitMs
  }
}

/** Newest first, unless `$orderby` says otherwise. The rules for both options at once: user-list-messages. */
export function isNewestFirst(orderBy: string | null, filter: MailFilter | null): boolean {
  if (orderBy === null) return true
  const [, property, direction] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/.exec(orderBy) ?? []
  if (property !== 'receivedDateTime') throw notSimulated(`the order '${orderBy}'`)
  if (filter && filter.properties[0] !== property)
    throw new GraphError(
      400,
      'InefficientFilter',
      'The restriction or sort order is too complex for this operation.',
    )
  return direction === 'desc'
}

/** "Use $top to customize the page size, within the range of 1 and 1000", 10 otherwise (user-list-messages). */
export function parseTop(text: string | null): number {
  if (text === null) return 10
  const top = Number(text)
  if (!Number.isInteger(top) || top < 1 || top > 1000)
    throw badRequest(`Invalid value '${text}' for $top: it must be from 1 to 1000.`)
  return top
}

/** Page and delta tokens: whole positions that say nothing to their holder and cannot be made up. */
export class Seal {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  close(value: object): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${payload}.${this.#sign(payload)}`
  }

  /** `null` for what this seal did not close. */
  open(token: string): unknown {
    const [payload = '', signature] = token.split('.')
    if (signature !== this.#sign(payload)) return null
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest('base64url').slice(0, 22)
  }
}
