import type { MessageBody } from '@doorman/domain/mail/message'
import { cleanText } from './clean-text.ts'
import { readHtml, type HtmlTraits } from './html/read-html.ts'

export type BodyReading = HtmlTraits & { readonly text: string }

const noTraits: HtmlTraits = { hasTrackingPixel: false, linkDomains: [], hiddenTextShare: 0 }
const minHtmlChars = 20
const maxLinks = 50

/** Reads the form that mail programs show: HTML if it contains text, plain text otherwise. */
export function readBody({ text, html }: MessageBody): BodyReading {
  const plain = cleanText(text ?? '')
  if (html === null || html === '')
    return { ...noTraits, text: plain, linkDomains: findLinkDomains(plain) }
  const reading = readHtml(html)
  const hasWords = reading.text.trim().length >= minHtmlChars || plain.trim() === ''
  return { ...reading.traits, text: hasWords ? reading.text : plain }
}

function findLinkDomains(text: string): string[] {
  const domains = new Set<string>()
  for (const [, domain = ''] of text.matchAll(/(?:https?:\/\/|www\.)([\w.-]{3,253})/gi)) {
    domains.add(domain.toLowerCase())
    if (domains.size === maxLinks) break
  }
  return [...domains]
}
