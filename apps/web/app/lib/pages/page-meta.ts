import { productName } from '@doorman/domain/brand'
import { socialSize } from '@doorman/domain/site/picture'

/** The part of the matches in a route's `meta` that we use. */
type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]

/** The site's origin, from the root's loader. Link previews need absolute URLs. */
export function toOrigin(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return hasOrigin(root) ? root.origin : ''
}

type Described = {
  readonly title: string
  readonly description: string
  /** Without a trailing slash. */
  readonly origin: string
  readonly path: string
  readonly type?: 'website' | 'article'
  /** The page's preview image, in `socialSize`. The site's image by default. */
  readonly image?: { readonly url: string; readonly alt: string } | null
}

const siteImage = { url: '/social.png', alt: productName }

/** Title, description, canonical URL and link preview of a page. */
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

/** The metadata of a public page without its own preview image. */
export function publicMeta(matches: Matches, path: string, title: string, description: string) {
  return describePage({ title, description, path, origin: toOrigin(matches) })
}

/** For pages of a signed-in user: a title, and kept out of search engines. */
export function privateMeta(title: string) {
  return [{ title: `${title} · ${productName}` }, { name: 'robots', content: 'noindex' }]
}

/** For pages whose URL contains a secret token, which must not leak as a referrer. */
export function linkMeta(title: string) {
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }]
}

/** For the same pages: the browser learns of the policy before it loads the first file. */
export function linkHeaders() {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
}

function hasOrigin(data: unknown): data is { origin: string } {
  return (
    typeof data === 'object' && data !== null && 'origin' in data && typeof data.origin === 'string'
  )
}
