import { hidden } from './text/span.ts'

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

/** The API uses the same names in `redactionStats`. */
export type RedactionKind = keyof typeof masks

const anyMask = /\[(?:email|phone|url|card|ssn|amount|ip|account)\]/g

/** Hides masks, so that no step finds anything in them. */
export function hideMasks(text: string): string {
  return text.replace(anyMask, (mask) => hidden.repeat(mask.length))
}
