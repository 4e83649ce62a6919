import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { badRequest, GraphError, notSimulated } from './graph-error.ts'

export type MessageFilter = {
  readonly properties: readonly string[]
  readonly matches: (message: StoredMessage) => boolean
}

const clause =
  /^\s*(?:(receivedDateTime)\s+(ge|gt|le|lt)\s+([\dTZ:.+-]+)|(internetMessageId|from\/emailAddress\/address)\s+eq\s+'((?:[^']|'')*)')\s*/

/** Parses filters on the three properties that we use, joined by `and` or by `or`, but not both. */
export function parseMessageFilter(text: string): MessageFilter {
  const clauses: { property: string; matches: (message: StoredMessage) => boolean }[] = []
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
    matches: (message) =>
      joins.has('or')
        ? clauses.some(({ matches }) => matches(message))
        : clauses.every(({ matches }) => matches(message)),
  }
}

function toClause([, dateName, operator, date, textName = '', text = '']: RegExpExecArray) {
  if (dateName === undefined) {
    const wanted = text.replaceAll("''", "'")
    return {
      property: textName,
      matches: ({ headers }: StoredMessage) =>
        textName === 'internetMessageId'
          ? headers.find('message-id') === wanted
          : headers.addresses('from')[0]?.address.toLowerCase() === wanted.toLowerCase(),
    }
  }
  const limitMs = new Date(date ?? '').getTime()
  if (Number.isNaN(limitMs)) throw badRequest(`'${date}' is not a date and time.`)
  return {
    property: dateName,
    matches: (message: StoredMessage) =>
      compare(toSeconds(message.receivedAt.getTime()), operator, limitMs),
  }
}

/** Graph returns whole seconds and filters by them. */
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

/**
 * Newest first by default. With both `$filter` and `$orderby`, the ordered property must come first
 * in the filter (https://learn.microsoft.com/graph/api/user-list-messages).
 */
export function isNewestFirst(orderBy: string | null, filter: MessageFilter | null): boolean {
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

/**
 * The page size: 1 to 1000, by default 10
 * (https://learn.microsoft.com/graph/api/user-list-messages).
 */
export function parseTop(text: string | null): number {
  if (text === null) return 10
  const top = Number(text)
  if (!Number.isInteger(top) || top < 1 || top > 1000)
    throw badRequest(`Invalid value '${text}' for $top: it must be from 1 to 1000.`)
  return top
}
