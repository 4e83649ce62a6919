import type { MessageBody } from '@doorman/domain/message'
import { cleanText } from './clean-text.ts'
import { readHtml, type HtmlTraits } from './html-to-text.ts'

export type BodyReading = HtmlTraits & { readonly text: string }

const noTraits: HtmlTraits = { hasTrackingPixel: false, linkDomains: [], hiddenTextShare: 0 }
const fewestChars = 20
const mostLinks = 50

/**
 * What a person would read. Where a mail comes in both forms the plain one is
 * read, unless it is a mere hint that there is another.
 */
export function readBody({ text, html }: MessageBody): BodyReading {
  const plain = cleanText(text ?? '')
  if (html === null || html === '')
    return { ...noTraits, text: plain, linkDomains: findLinkDomains(plain) }
  const reading = readHtml(html)
  const isPlainWorthReading =
    plain.trim().length >= Math.max(fewestChars, reading.text.trim().length / 4) &&
    !looksLikeMarkup(plain)
  return { ...reading.traits, text: isPlainWorthReading ? plain : reading.text }
}

function looksLikeMarkup(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|div|p|table)\b/i.test(text)
}

function findLinkDomains(text: string): string[] {
  const domains = new Set<string>()
  for (const [, domain = ''] of text.matchAll(/(?:https?:\/\/|www\.)([\w.-]{3,253})/gi)) {
    domains.add(domain.toLowerCase())
    if (domains.size === mostLinks) break
  }
  return [...domains]
}
