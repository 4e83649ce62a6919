import { findAccountNumbers } from './numbers/account-numbers.ts'
import { findAmounts } from './amounts/amounts.ts'
import { findBareDomains } from './urls/bare-domains.ts'
import { findCreditCards } from './numbers/credit-cards.ts'
import { findEmails } from './emails/emails.ts'
import { findIbans } from './numbers/ibans.ts'
import { findInternationalPhones } from './phones/international-phones.ts'
import { findIpAddresses } from './urls/ip-addresses.ts'
import { toLegible } from './text/legible.ts'
import { hideMasks, masks, type RedactionKind } from './masks.ts'
import { findNationalPhones } from './phones/national-phones.ts'
import { findObfuscatedEmails } from './emails/obfuscated-emails.ts'
import { hide, type Finder, type Span } from './text/span.ts'
import { findSpelledAmounts } from './amounts/spelled-amounts.ts'
import { findSsns } from './numbers/ssns.ts'
import { findUrls } from './urls/urls.ts'

/** Text that may leave the process. Only `redact` can make one. */
export type RedactedText = string & { readonly brand: 'RedactedText' }

/** `basic` is for everyone: cards, social security and account numbers. `full` masks every kind. */
export type RedactionLevel = 'basic' | 'full'

export type RedactionCounts = Readonly<Partial<Record<RedactionKind, number>>>

export type Redaction = { readonly text: RedactedText; readonly counts: RedactionCounts }

/**
 * Each step hides what it finds from the steps below it, so that everything is counted once: the
 * card number in a link counts as part of the link, the domain of an address as part of the
 * address.
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

/** An amount or a phone number next to the word "account" is not an account number. */
function findAccountNumbersOnly(text: string): readonly Span[] {
  const withoutPhones = hide(text, findInternationalPhones(text))
  return findAccountNumbers(hide(withoutPhones, findAmounts(withoutPhones)))
}

/** Ordinary messages need two rounds. In hostile text each round may expose something new. */
const maxRounds = 6

/**
 * Masks everything that could identify a person or an account, and counts it by kind. All other
 * text stays unchanged, and redacting the result again changes nothing.
 */
export function redact(original: string, level: RedactionLevel): Redaction {
  const counts: Partial<Record<RedactionKind, number>> = {}
  const steps = level === 'full' ? fullSteps : basicSteps
  let text = original
  let quietRounds = 0
  for (let round = 0; quietRounds < 2 && round < maxRounds; round++) {
    // Invisible characters may split one number or separate two, so the text is read both ways.
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

/** Finders that find nothing in a text without a digit, so they skip such texts. */
const digitFinders: ReadonlySet<Finder> = new Set([
  findIbans,
  findCreditCards,
  findSsns,
  findInternationalPhones,
  findAmounts,
  findNationalPhones,
])

type Finding = Span & { readonly kind: RedactionKind }

/**
 * Hiding one finding may expose another, so the steps repeat until all of them in a row find
 * nothing.
 */
function findIn(legible: string, steps: readonly Step[]): Finding[] {
  const findings: Finding[] = []
  let text = hideMasks(legible)
  let hasDigit = /\d/.test(text)
  let emptySteps = 0
  for (let round = 0; emptySteps < steps.length && round < maxRounds; round++) {
    for (const { kind, find } of steps) {
      const spans = !hasDigit && digitFinders.has(find) ? [] : find(text)
      for (const { start, end } of spans) findings.push({ kind, start, end })
      text = hide(text, spans)
      if (spans.length > 0) hasDigit = /\d/.test(text)
      emptySteps = spans.length === 0 ? emptySteps + 1 : 0
      if (emptySteps === steps.length) break
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
