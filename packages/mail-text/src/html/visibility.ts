import type { Tag } from './tag.ts'

/**
 * Bit flags for why text is hidden. A child element can clear `tiny` (font size) and `invisible`
 * (CSS visibility), but not `gone`.
 */
export const visible = 0
const gone = 1
const tiny = 2
const invisible = 4

export type VisibilityChange = { readonly sets: number; readonly clears: number }

const noChange: VisibilityChange = { sets: 0, clears: 0 }
const hide: VisibilityChange = { sets: gone, clears: 0 }
const maxCachedStyleChars = 400
const maxCachedStyles = 500

/**
 * Reads how an element changes the visibility of its content. Cached by style, since messages
 * repeat a few styles.
 */
export function createVisibilityReader(): (tag: Tag) => VisibilityChange {
  const cache = new Map<string, VisibilityChange>()
  return (tag) => {
    const { name, attributes } = tag
    if (name === 'template' || name === 'datalist') return hide
    if (name === 'dialog' && !attributes.has('open')) return hide
    if (attributes.size === 0) return noChange
    if (attributes.has('hidden')) return hide
    const style = attributes.get('style')
    if (attributes.has('color') || attributes.has('bgcolor')) return toChange(style ?? '', tag)
    if (style === undefined) return noChange
    const known = cache.get(style)
    if (known) return known
    const change = toChange(style, tag)
    if (style.length <= maxCachedStyleChars && cache.size < maxCachedStyles)
      cache.set(style, change)
    return change
  }
}

function toChange(written: string, tag: Tag): VisibilityChange {
  const style = readStyle(written)
  let sets = isGone(style) || isTextOnSameColour(style, tag) ? gone : 0
  let clears = 0
  const size = style.get('font-size')
  if (isAtMost(size, 0)) sets |= tiny
  else if (size !== undefined && !/(?:%|em|smaller|larger|inherit)$/.test(size)) {
    if (isAtMost(size, 2)) sets |= tiny
    else clears |= tiny
  }
  const visibility = style.get('visibility')
  if (visibility === 'hidden' || visibility === 'collapse') sets |= invisible
  else if (visibility === 'visible') clears |= invisible
  return { sets, clears }
}

/**
 * The declarations of a style attribute. As in browsers, the last declaration of a property counts.
 */
export function readStyle(written: string): ReadonlyMap<string, string> {
  const style = new Map<string, string>()
  for (const declaration of withoutComments(written.toLowerCase()).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration.slice(colon + 1).trim()
    const important = value.indexOf('!')
    style.set(
      declaration.slice(0, colon).trim(),
      important < 0 ? value : value.slice(0, important).trimEnd(),
    )
  }
  return style
}

/** Whether a length is from 0 to `limit`, in any unit. */
export function isAtMost(length: string | undefined, limit: number): boolean {
  if (length === undefined) return false
  const value = Number.parseFloat(length)
  return value <= limit && value >= 0
}

function isGone(style: ReadonlyMap<string, string>): boolean {
  if (style.get('display') === 'none' || isAtMost(style.get('opacity'), 0.05)) return true
  if (style.get('color') === 'transparent') return true
  const clips = [style.get('overflow'), style.get('overflow-x'), style.get('overflow-y')].some(
    (overflow) => overflow === 'hidden' || overflow === 'clip',
  )
  if (
    clips &&
    ['max-height', 'height', 'max-width', 'width'].some((side) => isAtMost(style.get(side), 0))
  )
    return true
  const isShifted = ['text-indent', 'left', 'top', 'margin-left'].some(
    (side) => Number.parseFloat(style.get(side) ?? '0') <= -900,
  )
  return isShifted || (style.get('transform')?.startsWith('scale(0)') ?? false)
}

function isTextOnSameColour(style: ReadonlyMap<string, string>, tag: Tag): boolean {
  const colour = toColour(style.get('color') ?? tag.attributes.get('color'))
  if (colour === undefined) return false
  const background =
    style.get('background-color') ?? style.get('background') ?? tag.attributes.get('bgcolor')
  return colour === toColour(background)
}

function toColour(written: string | undefined): string | undefined {
  const colour = written?.trim().toLowerCase().split(' ')[0]
  if (!colour) return undefined
  if (colour === 'white') return '#ffffff'
  if (colour === 'black') return '#000000'
  if (/^#?[0-9a-f]{3}$/.test(colour)) return '#' + colour.replace('#', '').replace(/./g, '$&$&')
  if (/^[0-9a-f]{6}$/.test(colour)) return '#' + colour
  const parts = /^rgba?\((\d{1,3}),\s?(\d{1,3}),\s?(\d{1,3})/.exec(written?.toLowerCase() ?? '')
  if (parts)
    return (
      '#' +
      parts
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')
    )
  return colour.startsWith('#') ? colour : undefined
}

function withoutComments(css: string): string {
  let from = css.indexOf('/*')
  if (from < 0) return css
  let kept = ''
  let at = 0
  while (from >= 0) {
    kept += css.slice(at, from)
    const end = css.indexOf('*/', from + 2)
    if (end < 0) return kept
    at = end + 2
    from = css.indexOf('/*', at)
  }
  return kept + css.slice(at)
}
