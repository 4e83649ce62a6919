export type Tag = {
  readonly name: string
  readonly isEnd: boolean
  /** Undecoded values of the attributes in `wanted`. */
  readonly attributes: ReadonlyMap<string, string>
  /** The index after the tag. */
  readonly end: number
}

const wanted = new Set([
  'style',
  'hidden',
  'href',
  'src',
  'alt',
  'width',
  'height',
  'color',
  'bgcolor',
  'open',
])
const none: ReadonlyMap<string, string> = new Map()
const maxNameChars = 20

const slash = 0x2f
const equals = 0x3d
const close = 0x3e
const doubleQuote = 0x22
const singleQuote = 0x27

/**
 * The tag that begins at `start`; `null` if the input ends inside it. Browsers show nothing of such
 * a tag either.
 */
export function readTag(html: string, start: number): Tag | null {
  const isEnd = html.charCodeAt(start + 1) === slash
  const nameStart = start + (isEnd ? 2 : 1)
  let at = nameStart
  while (at < html.length && !endsName(html.charCodeAt(at))) at++
  const name = at - nameStart > maxNameChars ? 'unknown' : html.slice(nameStart, at).toLowerCase()
  let attributes: Map<string, string> | undefined

  for (;;) {
    while (at < html.length && (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === slash)) at++
    if (at >= html.length) return null
    if (html.charCodeAt(at) === close)
      return { name, isEnd, attributes: attributes ?? none, end: at + 1 }

    const keyStart = at
    at++
    while (at < html.length && !endsKey(html.charCodeAt(at))) at++
    const keyEnd = at
    while (at < html.length && isSpace(html.charCodeAt(at))) at++

    let valueStart = at
    let valueEnd = at
    if (html.charCodeAt(at) === equals) {
      at++
      while (at < html.length && isSpace(html.charCodeAt(at))) at++
      const mark = html.charCodeAt(at)
      if (mark === doubleQuote || mark === singleQuote) {
        valueStart = at + 1
        valueEnd = html.indexOf(mark === doubleQuote ? '"' : "'", valueStart)
        if (valueEnd < 0) return null
        at = valueEnd + 1
      } else {
        valueStart = at
        while (at < html.length && html.charCodeAt(at) !== close && !isSpace(html.charCodeAt(at)))
          at++
        valueEnd = at
      }
    }
    if (isEnd || keyEnd - keyStart > maxNameChars) continue
    const key = html.slice(keyStart, keyEnd).toLowerCase()
    if (!wanted.has(key) || attributes?.has(key)) continue
    attributes ??= new Map()
    attributes.set(key, html.slice(valueStart, valueEnd))
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function endsName(code: number): boolean {
  return code === slash || code === close || isSpace(code)
}

function endsKey(code: number): boolean {
  return code === equals || endsName(code)
}
