import { domainOf, registeredDomain } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'
import { tokeniseHeader, type HeaderToken } from './header-tokens.ts'
import type { Provider } from './mailbox.ts'
import type { Message } from './message.ts'

/** `none`: nobody who could know has said that it passed or failed. */
export type DmarcResult = 'pass' | 'fail' | 'none'

/** How a provider names itself in its results, in lower case; `null` where it does not, as Exchange Online. */
export type AuthservId = string | null

/** Exchange Online names nobody; private mailboxes at Outlook still go by Hotmail. */
export const authservIds: Readonly<Record<Provider, readonly AuthservId[]>> = {
  gmail: ['mx.google.com'],
  microsoft: [null, 'hotmail.com'],
}

/**
 * What the provider found for the domain in From (RFC 8601). Only its own
 * topmost header counts: whatever stands below may have come with the mail. If
 * that one cannot be understood, no other takes its place.
 */
export function findDmarcResult(
  { from, headers }: Message,
  authservIds: readonly AuthservId[],
): DmarcResult {
  const sender = from && toAsciiDomain(domainOf(from.address))
  if (sender === null) return 'none'
  for (const header of headers.all('authentication-results')) {
    const results = readHeader(header)
    if (authservIds.includes(results.authservId)) return toDmarcResult(results, sender)
  }
  return 'none'
}

type Section = readonly HeaderToken[]

type ResultsHeader = {
  readonly authservId: AuthservId
  readonly isClear: boolean
  readonly sections: readonly Section[]
}

function readHeader(header: string): ResultsHeader {
  const { tokens, isWhole } = tokeniseHeader(header)
  const [first = [], ...others] = toSections(tokens)
  const isNamed = !first.some(({ kind }) => kind === 'equals')
  if (!isNamed) return { authservId: null, isClear: isWhole, sections: [first, ...others] }
  const [name, version = '1', ...more] = first
    .filter(({ kind }) => kind === 'word')
    .map(({ text }) => text)
  const isClear = isWhole && version === '1' && more.length === 0
  return { authservId: name?.toLowerCase() ?? null, isClear, sections: others }
}

function toSections(tokens: readonly HeaderToken[]): Section[] {
  const sections: HeaderToken[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'semicolon') sections.push([])
    else sections.at(-1)?.push(token)
  return sections
}

function toDmarcResult({ isClear, sections }: ResultsHeader, sender: string): DmarcResult {
  if (!isClear) return 'none'
  const found = new Set(sections.filter(isDmarc).map((section) => readDmarc(section, sender)))
  // Providers write one. A second one that differs was smuggled in.
  if (found.has('fail')) return 'fail'
  return found.has('pass') && found.size === 1 ? 'pass' : 'none'
}

function isDmarc(section: Section): boolean {
  const method = section.find(({ kind }) => kind === 'word')?.text ?? ''
  return /^dmarc(?:\/|$)/i.test(method)
}

function readDmarc(section: Section, sender: string): DmarcResult {
  const [result, ...properties] = readPairs(section) ?? []
  if (result?.name !== 'dmarc' && result?.name !== 'dmarc/1') return 'none'
  if (/^fail$/i.test(result.value)) return 'fail'
  if (!/^pass$/i.test(result.value)) return 'none'
  const [checked, another] = properties.filter(({ name }) => name === 'header.from')
  const domain = checked?.isClear && !another ? toAsciiDomain(domainOf(checked.value)) : null
  if (domain === null) return 'none'
  return registeredDomain(domain) === registeredDomain(sender) ? 'pass' : 'fail'
}

type Pair = {
  readonly name: string
  readonly value: string
  /** False where a comment touches the value: `bank.example(.attacker.example)` may be one domain or two. */
  readonly isClear: boolean
}

/** A section as `name=value name=value …`, or `null` where it is anything else. */
function readPairs(section: Section): readonly Pair[] | null {
  const pairs: Pair[] = []
  for (let at = 0, end: number; at < section.length; at = end) {
    const [name, equals, ...rest] = section.slice(at, at + 3)
    if (name?.kind !== 'word' || equals?.kind !== 'equals' || rest.length === 0) return null
    end = at + 3
    while (section[end]?.isApart === false) end++
    const value = section.slice(at + 2, end)
    pairs.push({
      name: name.text.toLowerCase(),
      value: value.map(({ text }) => text).join(''),
      isClear: !value.some(({ touchesComment }) => touchesComment),
    })
  }
  return pairs
}
