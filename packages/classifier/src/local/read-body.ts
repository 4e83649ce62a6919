import type { MessageBody } from '@doorman/domain/message'
import { cleanText } from './clean-text.ts'
import { readHtml, type HtmlTraits } from './html-to-text.ts'

export type BodyReading = HtmlTraits & { readonly text: string }

const noTraits: HtmlTraits = { hasTrackingPixel: false, linkDomains: [], hiddenTextShare: 0 }
const fewestChars = 20
const mostLinks = 50

/** What a person would read: the marked-up form where there is one with words in it, as mail programs do. */
export function readBody({ text, html }: MessageBody): BodyReading {
  const plain = cleanText(text ?? '')
  if (html === null || html === '')
    return { ...noTraits, text: plain, linkDomains: findLinkDomains(plain) }
  const reading = readHtml(html)
  const hasWords = reading.text.trim().length >= fewestChars || plain.trim() === ''
  return { ...reading.traits, text: hasWords ? reading.text : plain }
}

function findLinkDomains(text: string): string[] {
  const domains = new Set<string>()
  for (const [, domain = ''] of text.matchAll(/(?:https?:\/\/|www\.)([\w.-]{3,253})/gi)) {
    domains.add(domain.toLowerCase())
    if (domains.size === mostLinks) break
  }
  return [...domains]
}
