import { productName } from '@doorman/domain/brand'

/** The matches of a route's `meta`, as far as we look at them. */
type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]

/** Where people reach us, as the root's loader knows it; previews need whole addresses. */
export function toOrigin(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return hasOrigin(root) ? root.origin : ''
}

/** Title, description, address and preview of a public page. */
export function publicMeta(matches: Matches, path: string, title: string, description: string) {
  const origin = toOrigin(matches)
  return [
    { title: `${title} · ${productName}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: productName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: `${origin}/social.png` },
    { property: 'og:image:width', content: '1792' },
    { property: 'og:image:height', content: '1024' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Title of a page that belongs to one person, and so to no search engine. */
export function privateMeta(title: string) {
  return [{ title: `${title} · ${productName}` }, { name: 'robots', content: 'noindex' }]
}

/** For pages reached by a link with a secret in it, which must not travel on as a referrer. */
export function linkMeta(title: string) {
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }]
}

function hasOrigin(data: unknown): data is { origin: string } {
  return (
    typeof data === 'object' && data !== null && 'origin' in data && typeof data.origin === 'string'
  )
}
