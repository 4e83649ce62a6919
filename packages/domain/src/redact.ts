import { findAccountNumbers } from './redaction/account-numbers.ts'
import { findAmounts } from './redaction/amounts.ts'
import { findBareDomains } from './redaction/bare-domains.ts'
import { findCreditCards } from './redaction/credit-cards.ts'
import { findEmails } from './redaction/emails.ts'
import { findIbans } from './redaction/ibans.ts'
import { findInternationalPhones } from './redaction/international-phones.ts'
import { findIpAddresses } from './redaction/ip-addresses.ts'
import { toLegible } from './redaction/legible.ts'
import { hideMasks, masks, type RedactionKind } from './redaction/masks.ts'
import { findNationalPhones } from './redaction/national-phones.ts'
import { findObfuscatedEmails } from './redaction/obfuscated-emails.ts'
import { hide, type Finder, type Span } from './redaction/span.ts'
import { findSpelledAmounts } from './redaction/spelled-amounts.ts'
import { findSsns } from './redaction/ssns.ts'
import { findUrls } from './redaction/urls.ts'

export type { RedactionKind }

/** Text that may leave the process. Only `redact` can make one. */
export type RedactedText = string & { readonly brand: 'RedactedText' }

/** `basic` is for everyone: cards, social security and account numbers. `full` masks every kind. */
export type RedactionLevel = 'basic' | 'full'

export type RedactionCounts = Readonly<Partial<Record<RedactionKind, number>>>

export type Redaction = { readonly text: RedactedText; readonly counts: RedactionCounts }

/**
 * What is found is hidden from the steps below, so each thing is counted once:
 * the card in a link belongs to the link, the domain of an address to the address.
 */
const fullSteps: readonly Step[] = [
  { kind: 'urls', find: findUrls },
  { kind: 'emails', find: findEmails },
  { kind: 'emails', find: findObfuscatedEmails },
  { kind: 'urls', find: findBareDomains },
  { kind: 'accountNumbers', find: findIbans },
  { kind: 'creditCards', find: findCreditCards },
  { kind: 'ssns', find: findSsns },
  { kind: 'phones', find: findInternationalPhones },
  { kind: 'amounts', find: findAmounts },
  { kind: 'amounts', find: findSpelledAmounts },
  { kind: 'ipAddresses', find: findIpAddresses },
  { kind: 'accountNumbers', find: findAccountNumbers },
  { kind: 'phones', find: findNationalPhones },
]

const basicSteps: readonly Step[] = [
  { kind: 'accountNumbers', find: findIbans },
  { kind: 'creditCards', find: findCreditCards },
  { kind: 'ssns', find: findSsns },
  { kind: 'accountNumbers', find: findAccountNumbersOnly },
]

/** The money on an account, or its holder's telephone, is not its number. */
function findAccountNumbersOnly(text: string): readonly Span[] {
  const withoutPhones = hide(text, findInternationalPhones(text))
  return findAccountNumbers(hide(withoutPhones, findAmounts(withoutPhones)))
}

/** Ordinary mail needs two rounds. The bound is for hostile text, where each may bare something for the next. */
const maxRounds = 6

/**
 * Masks what could identify a person or an account, and counts it by kind.
 * Everything else stays as it was, and redacting the result changes nothing.
 */
export function redact(original: string, level: RedactionLevel): Redaction {
  const counts: Partial<Record<RedactionKind, number>> = {}
  const steps = level === 'full' ? fullSteps : basicSteps
  let text = original
  let quietRounds = 0
  for (let round = 0; quietRounds < 2 && round < maxRounds; round++) {
    // Invisible characters may stand inside a number or between two, so the text is read both ways.
    const legible = toLegible(text, round % 2 === 0 ? '' : ' ')
    const findings = legible.toOriginal(findIn(legible.text, steps))
    for (const { kind } of findings) counts[kind] = (counts[kind] ?? 0) + 1
    text = mask(text, findings)
    if (!legible.hasInvisible) break
    quietRounds = findings.length === 0 ? quietRounds + 1 : 0
  }
  return { text: text as RedactedText, counts }
}

type Step = { readonly kind: RedactionKind; readonly find: Finder }

type Finding = Span & { readonly kind: RedactionKind }

/** Hiding one thing may bare another, so the steps take turns until each has looked at the last state in vain. */
function findIn(legible: string, steps: readonly Step[]): Finding[] {
  const findings: Finding[] = []
  let text = hideMasks(legible)
  let inVain = 0
  for (let round = 0; inVain < steps.length && round < maxRounds; round++) {
    for (const { kind, find } of steps) {
      const spans = find(text)
      for (const { start, end } of spans) findings.push({ kind, start, end })
      text = hide(text, spans)
      inVain = spans.length === 0 ? inVain + 1 : 0
      if (inVain === steps.length) break
    }
  }
  return findings.sort((a, b) => a.start - b.start)
}

function mask(text: string, findings: readonly Finding[]): string {
  const parts: string[] = []
  let end = 0
  for (const finding of findings) {
    parts.push(text.slice(end, finding.start), masks[finding.kind])
    end = finding.end
  }
  parts.push(text.slice(end))
  return parts.join('')
}
