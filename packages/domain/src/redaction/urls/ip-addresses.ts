import { isIpv6 } from './ipv6.ts'
import type { Span } from '../text/span.ts'
import { readWordBefore } from '../text/word-before.ts'

const octet = String.raw`(?:25[0-5]|2[0-4]\d|[01]?\d?\d)`
const ipv4 = new RegExp(
  String.raw`(?=\d)(?<![\w.]|[A-Za-z][-/])${octet}(?:\.${octet}){3}(?!\w|\.\d)(?:/\d{1,2}(?!\d))?(?::\d{1,5}(?!\d))?`,
  'g',
)
/** Matches at most the longest valid address. */
const ipv6 =
  /(?=[0-9a-f:[])(?<=^|[^\w.:]|[g-z]\w?:)\[?(?<address>[0-9a-f]{0,4}:[0-9a-f:.]{1,44})(?<zone>%[\w.-]{1,20})?(?<rest>\]:\d{1,5}|\]|\/\d{1,3})?/gi

/** After these words, four numbers with dots are a version or a paragraph. */
const numbered = new Set(
  `v version versión versão versione versie ver revision rev release build firmware section sec chapter clause article appendix
   figure table step abschnitt kapitel ziffer punkt paragraph absatz anlage artikel chapitre paragraphe sección
   apartado capítulo seção secção sezione capitolo paragrafo hoofdstuk paragraaf`.split(/\s+/),
)

export function findIpAddresses(text: string): Span[] {
  const spans = [...findIpv4(text), ...findIpv6(text)].sort((a, b) => a.start - b.start)
  return spans.filter((span, index) => span.start >= (spans[index - 1]?.end ?? 0))
}

function findIpv4(text: string): Span[] {
  return Array.from(text.matchAll(ipv4), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  })).filter(
    ({ start, end }) =>
      !numbered.has(readWordBefore(text, start)) &&
      !/§ ?$/.test(text.slice(Math.max(0, start - 2), start)) &&
      !isHeading(text, start, end),
  )
}

/** The number of a heading, as in "1.2.3.4 Payment terms" at the start of a line. */
function isHeading(text: string, start: number, end: number): boolean {
  const isLineStart = start === 0 || text[start - 1] === '\n'
  return isLineStart && end - start === 7 && /^\.? [A-Za-zÀ-ÿ]/.test(text.slice(end, end + 3))
}

function findIpv6(text: string): Span[] {
  const spans: Span[] = []
  if (!/:[0-9a-f]{0,4}:/i.test(text)) return spans
  for (const match of text.matchAll(ipv6)) {
    const { address = '', zone = '', rest = '' } = match.groups ?? {}
    const bare = address.replace(/\.$/, '').replace(/(?:(?<!:)|(?<=::)):$/, '')
    const isBracketed = match[0].startsWith('[')
    const start = match.index
    const end = bare === address ? start + match[0].length : start + bare.length
    if (!isIpv6(bare) || /^(?:\w|:[\w:])/.test(text.slice(end, end + 2))) continue
    if (isBracketed && !rest.startsWith(']')) spans.push({ start: start + 1, end })
    else if (!isBracketed && rest.startsWith(']'))
      spans.push({ start, end: start + (bare + zone).length })
    else spans.push({ start, end })
  }
  return spans
}
