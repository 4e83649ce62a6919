import { findLocalPart } from './emails.ts'
import { isPublicDomain } from '../urls/public-domain.ts'
import type { Span } from '../text/span.ts'

const atWord =
  /[([{<]\s?(?:at|ät|@|arroba|arobase|chiocciola|apenstaartje)\s?[)\]}>]\s?|\s(?:at|@|arroba|arobase|chiocciola|apenstaartje)\s/gi

const dotWord = String.raw`(?:\s?[([{<]\s?(?:dot|\.|punkt|point|punto|ponto|punt)\s?[)\]}>]\s?|\s(?:dot|punkt|point|punto|ponto|punt)\s|\.)`
const label = String.raw`[a-z0-9\xC0-\u024F-]{1,63}`
const domain = new RegExp(`${label}(?:${dotWord}${label}){1,6}`, 'iy')
const spokenDots = new RegExp(dotWord, 'gi')

/** Addresses hidden from robots: "ann (at) example dot com". */
export function findObfuscatedEmails(text: string): Span[] {
  const spans: Span[] = []
  let free = 0
  for (const match of text.matchAll(atWord)) {
    const at =
      match[0].startsWith(' ') || text[match.index - 1] !== ' ' ? match.index : match.index - 1
    const start = findLocalPart(text, at, Math.max(free, at - 64))
    if (start === at) continue
    domain.lastIndex = match.index + match[0].length
    const found = domain.exec(text)?.[0]
    if (!found || !isAddress(match[0].trim(), text.slice(start, at), found)) continue
    free = match.index + match[0].length + found.length
    spans.push({ start, end: free })
  }
  return spans
}

/** False for ordinary text such as "look at the dot com boom" and "meet us @ example.com". */
function isAddress(at: string, local: string, spelled: string): boolean {
  if (!isPublicDomain(spelled.replace(spokenDots, '.'))) return false
  if (/[([{<]/.test(at)) return true
  if (at === '@') return /[\d._]/.test(local)
  return /\s/.test(spelled) && !/^(?:the|a|an|this|that|our|any|every)\s/i.test(spelled)
}
