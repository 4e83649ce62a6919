import { isAtMost, readStyle } from './visibility.ts'

const maxUrlChars = 200

/** The host of an http or https URL in lower case, without "www."; `undefined` for other URLs. */
export function findLinkDomain(url: string): string | undefined {
  const host = /^(?:https?:)?\/\/(?:[^/?#@\s]{0,200}@)?([^/?#:\s@<>"]{1,253})/i.exec(
    url.trim(),
  )?.[1]
  const domain = host?.toLowerCase().replace(/^www\./, '')
  return domain?.includes('.') ? domain : undefined
}

/** The URL as it is shown in text: without spaces and brackets, and cut to a readable length. */
export function toShownUrl(url: string): string {
  return url
    .trim()
    .slice(0, maxUrlChars)
    .replace(/[\s<>"].*$/s, '')
}

export function isUrlText(text: string): boolean {
  const shown = text.trim()
  if (/\s/.test(shown.slice(0, 300))) return false
  return (
    /^(?:https?:\/\/|www\.)/i.test(shown) ||
    /^[\w-]+(?:\.[\w-]+){0,5}\.[a-z]{2,12}(?:[/?#].*)?$/is.test(shown)
  )
}

/** An image that is invisible, or whose URL identifies the reader. */
export function isTrackingImage(attributes: ReadonlyMap<string, string>, src: string): boolean {
  if (!/^(?:https?:)?\/\//i.test(src)) return false
  const style = readStyle(attributes.get('style') ?? '')
  const width = style.get('width') ?? attributes.get('width')
  const height = style.get('height') ?? attributes.get('height')
  if (isAtMost(width, 2) && isAtMost(height, 2)) return true
  if (style.get('display') === 'none' || attributes.has('hidden')) return true
  const address = src.slice(0, 2000).toLowerCase()
  const path = address.slice(address.indexOf('/', address.indexOf('//') + 2))
  if (
    /\/(?:open|opens|opened|track|tracking|trk|pixel|beacon|wf\/open|o\.gif|t\.gif)(?:[/?.#_-]|$)/.test(
      path,
    )
  )
    return true
  if (/pixel|beacon/.test(address)) return true
  const hasSize = width !== undefined || height !== undefined
  return !hasSize && /[\w-]{40}/.test(path) && !/\.(?:png|jpe?g|gif|webp|svg)(?:[?#]|$)/.test(path)
}
