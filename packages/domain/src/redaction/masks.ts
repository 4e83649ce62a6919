import { hidden } from './span.ts'

export const masks = {
  emails: '[email]',
  phones: '[phone]',
  urls: '[url]',
  creditCards: '[card]',
  ssns: '[ssn]',
  amounts: '[amount]',
  ipAddresses: '[ip]',
  accountNumbers: '[account]',
} as const

/** The names are SPEC's, in `redactionStats`. */
export type RedactionKind = keyof typeof masks

const anyMask = /\[(?:email|phone|url|card|ssn|amount|ip|account)\]/g

/** What is masked already is neither masked nor read again. */
export function hideMasks(text: string): string {
  return text.replace(anyMask, (mask) => hidden.repeat(mask.length))
}
