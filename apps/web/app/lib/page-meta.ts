import { productName } from '@doorman/domain/brand'

/** Title and description of a public page. */
export function publicMeta(title: string, description: string) {
  return [
    { title: `${title} · ${productName}` },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
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
