import { isHostAt } from '../text/characters.ts'
import { isPublicDomain } from './public-domain.ts'
import type { Span } from '../text/span.ts'
import { findUrlEnd } from './urls.ts'
import { isWellKnownSuffix } from './well-known-suffixes.ts'

const maxHostChars = 253
const productNames = new Set(['asp.net', 'vb.net', 'ado.net', 'ml.net', 'socket.io', 'draw.io'])

/** Links without a scheme: with www., with a path, or under a well-known suffix. */
export function findBareDomains(text: string): Span[] {
  const spans: Span[] = []
  let free = 0
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', Math.max(dot + 1, free))) {
    if (!isHostAt(text, dot + 1)) continue
    const host = growHost(text, dot, free)
    free = Math.max(free, host.end)
    const end = findEnd(text, host)
    if (end === null) continue
    spans.push({ start: host.start, end })
    free = end
  }
  return spans
}

function growHost(text: string, dot: number, free: number): Span {
  let start = dot
  while (start > free && isHostAt(text, start - 1)) start--
  let end = dot
  if (start < dot)
    while (isHostAt(text, end) || (text[end] === '.' && isHostAt(text, end + 1))) end++
  while (end > dot && text[end - 1] === '-') end--
  while (start < dot && text[start] === '-') start++
  return { start, end }
}

function findEnd(text: string, { start, end }: Span): number | null {
  if (end - start < 4 || end - start > maxHostChars || /[\\@$]/.test(text[start - 1] ?? ''))
    return null
  const host = text.slice(start, end)
  const next = text[end]
  const isFollowed =
    ((next === '/' || next === '?' || next === '#') && /[\w%@~=&-]/.test(text[end + 1] ?? '')) ||
    (next === ':' && /\d/.test(text[end + 1] ?? ''))
  if (isLink(host, isFollowed || next === '/') && next !== '(')
    return isFollowed || next === '/' ? findUrlEnd(text, end) : end
  const sentence = /\.[A-Z][a-z]*$/.exec(host)
  return sentence && isLink(host.slice(0, sentence.index), false) ? start + sentence.index : null
}

function isLink(host: string, hasPath: boolean): boolean {
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  if (labels.length < 2 || /\d|^.$/.test(top) || productNames.has(host.toLowerCase())) return false
  if (/^www\d?$/i.test(labels[0] ?? '') && labels.length > 2) return true
  if (/^[A-Z][a-z]$/.test(top)) return false
  if (/^(?:com|org|net|io|de)$/.test(labels[0] ?? '') && labels.length > 2) return false
  if (/^[\d.]+$/.test(host.slice(0, -top.length)) && !/^(?:com|net|org)$/i.test(top)) return false
  return (hasPath || isWellKnownSuffix(top)) && isPublicDomain(host)
}
