import { domainOf, registeredDomain } from './address-parts.ts'
import { toAsciiDomain } from './ascii-domain.ts'
import { tokeniseHeader, type HeaderToken } from './header-tokens.ts'
import type { MailProvider } from './mailbox.ts'
import type { Message } from './message.ts'

/** `none`: the provider reported neither pass nor fail. */
export type DmarcResult = 'pass' | 'fail' | 'none'

/** The name under which a provider reports results, in lower case; `null` if it gives no name. */
export type AuthservId = string | null

/** Exchange Online gives no name; personal Outlook mailboxes report as hotmail.com. */
export const authservIds: Readonly<Record<MailProvider, readonly AuthservId[]>> = {
  gmail: ['mx.google.com'],
  microsoft: [null, 'hotmail.com'],
}

/**
 * The provider's DMARC result for the domain in From (RFC 8601). Only the provider's topmost header
 * counts, because the sender may have added those below it. If that header cannot be parsed, the
 * result is `none`; the headers below it are not used instead.
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
  // Providers write one result. A different second one was injected by the sender.
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
  /** False if a comment touches the value: `bank.example(.attacker.example)` is ambiguous. */
  readonly isClear: boolean
}

/** A section of the form `name=value name=value …`; `null` for any other form. */
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
