import { productName } from '@doorman/domain/brand'
import { socialSize } from '@doorman/domain/picture'

/** The matches of a route's `meta`, as far as we look at them. */
type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]

/** Where people reach us, as the root's loader knows it; previews need whole addresses. */
export function toOrigin(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return hasOrigin(root) ? root.origin : ''
}

type Described = {
  readonly title: string
  readonly description: string
  /** Where the site is reached, without a trailing slash. */
  readonly origin: string
  readonly path: string
  readonly type?: 'website' | 'article'
  /** A picture of the page's own, in the size for previews; the site's where it has none. */
  readonly image?: { readonly url: string; readonly alt: string } | null
}

const siteImage = { url: '/social.png', alt: productName }

/** Title, description, address and preview of a page, for people, search engines and whoever shares it. */
export function describePage(page: Described) {
  const { title, description, origin, path, type = 'website' } = page
  const { url, alt } = page.image ?? siteImage
  return [
    { title: `${title} · ${productName}` },
    { name: 'description', content: description },
    { tagName: 'link' as const, rel: 'canonical', href: origin + path },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: productName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: origin + url },
    { property: 'og:image:width', content: String(socialSize.width) },
    { property: 'og:image:height', content: String(socialSize.height) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: origin + url },
  ]
}

/** The same of a public page with no picture of its own. */
export function publicMeta(matches: Matches, path: string, title: string, description: string) {
  return describePage({ title, description, path, origin: toOrigin(matches) })
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
