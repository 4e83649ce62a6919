import type { StoredMessage } from '../../world/mailbox/stored-message.ts'
import { notSimulated } from './gmail-error.ts'
import { toFolder } from './label-ids.ts'

type Predicate = (message: StoredMessage) => boolean

export type Search = {
  readonly matches: Predicate
  /** Gmail searches spam and trash only if the query names them. */
  readonly includesSpamAndTrash: boolean
}

type Token =
  | { readonly kind: 'open' | 'close' | 'or' | 'not' }
  | { readonly kind: 'term'; readonly field: string; readonly value: string }
  /** `subject:(…)`: the field applies to each term in the parentheses. */
  | { readonly kind: 'field'; readonly field: string }

/**
 * Parses the part of Gmail's search language that we use
 * (https://support.google.com/mail/answer/7190): in, from, to, subject,
 * rfc822msgid, after, before, newer_than, OR, minus, quotes and parentheses.
 * Anything else is rejected, because ignoring a term would find the wrong messages.
 */
export function parseSearch(query: string, now: Date): Search {
  const parser = new Parser(tokenize(query), now)
  const matches = parser.parseAll()
  return { matches, includesSpamAndTrash: /\bin:(?:spam|trash|anywhere)\b/i.test(query) }
}

const pattern =
  /\s+|(?<open>\()|(?<close>\))|(?<or>OR(?=[\s(]))|(?<not>-(?=[\w("]))|(?<field>\w+):(?:"(?<quoted>[^"]*)"|(?<word>[^\s()"]+)|(?=\())|"(?<phrase>[^"]*)"|(?<bare>[^\s()"]+)/y

function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < query.length) {
    const at = pattern.lastIndex
    const groups = pattern.exec(query)?.groups
    if (!groups) throw notSimulated(`q: ${query.slice(at)}`)
    const token = toToken(groups)
    if (token) tokens.push(token)
  }
  return tokens
}

function toToken(groups: Readonly<Record<string, string | undefined>>): Token | null {
  const kind = (['open', 'close', 'or', 'not'] as const).find((name) => groups[name] !== undefined)
  if (kind) return { kind }
  const value = groups['quoted'] ?? groups['word'] ?? groups['phrase'] ?? groups['bare']
  if (groups['field'] !== undefined) {
    const field = groups['field'].toLowerCase()
    return value === undefined ? { kind: 'field', field } : { kind: 'term', field, value }
  }
  return value === undefined ? null : { kind: 'term', field: '', value }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #now: Date
  #position = 0

  constructor(tokens: readonly Token[], now: Date) {
    this.#tokens = tokens
    this.#now = now
  }

  parseAll(): Predicate {
    const all = this.#parseSequence('')
    if (this.#position < this.#tokens.length) throw notSimulated('q: an unmatched parenthesis')
    return all
  }

  /** All terms must match. OR binds more tightly: `a OR b c` is `(a OR b) c`. */
  #parseSequence(field: string): Predicate {
    const alternatives: Predicate[][] = []
    let continuesOr = false
    for (let token = this.#peek(); token && token.kind !== 'close'; token = this.#peek()) {
      if (token.kind === 'or') {
        if (alternatives.length === 0 || continuesOr) throw notSimulated('q: OR without two sides')
        continuesOr = true
        this.#position++
        continue
      }
      const term = this.#parseTerm(field)
      if (continuesOr) alternatives.at(-1)?.push(term)
      else alternatives.push([term])
      continuesOr = false
    }
    if (continuesOr) throw notSimulated('q: OR without two sides')
    return (message) => alternatives.every((terms) => terms.some((term) => term(message)))
  }

  #parseTerm(field: string): Predicate {
    const token = this.#peek()
    this.#position++
    switch (token?.kind) {
      case 'not': {
        const negated = this.#parseTerm(field)
        return (message) => !negated(message)
      }
      case 'field':
        this.#position++
        return this.#parseGroup(token.field)
      case 'open':
        return this.#parseGroup(field)
      case 'term':
        return toPredicate(token.field || field, token.value, this.#now)
      default:
        throw notSimulated('q: a term is missing')
    }
  }

  #parseGroup(field: string): Predicate {
    const inside = this.#parseSequence(field)
    if (this.#peek()?.kind !== 'close') throw notSimulated('q: a parenthesis is not closed')
    this.#position++
    return inside
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position]
  }
}

function toPredicate(field: string, value: string, now: Date): Predicate {
  switch (field) {
    case 'in':
      return toFolderPredicate(value.toLowerCase())
    case 'from':
      return toHeaderPredicate(['from'], value)
    case 'to':
      // Cc and Bcc are searched too; whether Gmail does so is not documented.
      return toHeaderPredicate(['to', 'cc', 'bcc'], value)
    case 'subject':
      return toHeaderPredicate(['subject'], value)
    case 'rfc822msgid': {
      const wanted = value.replace(/^<|>$/g, '')
      return ({ headers }) => headers.find('message-id')?.replace(/^<|>$/g, '') === wanted
    }
    case 'after': {
      const afterMs = toTime(value)
      return ({ receivedAt }) => receivedAt.getTime() >= afterMs
    }
    case 'before': {
      const beforeMs = toTime(value)
      return ({ receivedAt }) => receivedAt.getTime() < beforeMs
    }
    case 'newer_than': {
      const since = toPast(value, now)
      return ({ receivedAt }) => receivedAt.getTime() >= since.getTime()
    }
    default:
      throw notSimulated(field === '' ? `q: ${value}` : `q: ${field}:${value}`)
  }
}

function toFolderPredicate(name: string): Predicate {
  if (name === 'anywhere') return () => true
  const label = name === 'drafts' ? 'DRAFT' : name.toUpperCase()
  if (!['INBOX', 'SENT', 'DRAFT', 'SPAM', 'TRASH'].includes(label))
    throw notSimulated(`q: in:${name}`)
  return ({ folders }) => folders.has(toFolder(label))
}

/**
 * Gmail compares whole words: `to:ann@example.com` also finds
 * `mary-ann@example.com`, but `to:ann@exam` finds nothing (seen by users, not documented).
 */
function toHeaderPredicate(names: readonly string[], value: string): Predicate {
  const wanted = toWords(value)
  if (wanted.length === 0) throw notSimulated(`q: ${names[0]}:${value}`)
  const phrase = ` ${wanted.join(' ')} `
  return ({ headers }) =>
    names.some((name) => ` ${toWords(headers.findText(name) ?? '').join(' ')} `.includes(phrase))
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/**
 * Unix seconds, or a date that begins at midnight in California
 * (https://developers.google.com/workspace/gmail/api/guides/filtering).
 */
function toTime(value: string): number {
  if (/^\d{9,11}$/.test(value)) return Number(value) * 1000
  const day = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value)
  if (!day) throw notSimulated(`q: the date ${value}`)
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  return Date.UTC(year, month - 1, date, 8)
}

function toPast(value: string, now: Date): Date {
  const age = /^(\d+)([dmy])$/.exec(value)
  if (!age) throw notSimulated(`q: newer_than:${value}`)
  const count = Number(age[1])
  const past = new Date(now)
  if (age[2] === 'd') past.setUTCDate(past.getUTCDate() - count)
  if (age[2] === 'm') past.setUTCMonth(past.getUTCMonth() - count)
  if (age[2] === 'y') past.setUTCFullYear(past.getUTCFullYear() - count)
  return past
}
