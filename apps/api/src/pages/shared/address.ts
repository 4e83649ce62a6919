/** Pages that every visitor without a session sees alike, whatever cookies and headers they send. */
const pages = new Set([
  '/',
  '/accuracy',
  '/blog',
  '/blog/rss.xml',
  '/forgot-password',
  '/login',
  '/privacy-policy',
  '/register',
  '/robots.txt',
  '/sitemap.xml',
  '/terms-of-service',
])
const articleOrCategory = /^\/blog\/(?:category\/)?[a-z0-9-]{1,200}$/

/** What campaigns add to links. Only marketing tools read it, in the browser. */
const campaign =
  /^(?:utm_\w+|gad_\w+|[gd]clid|[gw]braid|fbclid|igshid|msclkid|t[tw]clid|li_fat_id|mc_[ce]id|_gl)$/

/** Pages of the blog beyond these are rendered anew each time, so that numbers can’t fill the memory. */
const maxBlogPage = 99

/**
 * The address under which the page at a URL is kept, such as `/blog?page=2` for
 * `/blog?utm_source=x&page=2`; `null` if the page isn't shared. A page with any other parameter, such
 * as `?error=` or `?next=`, isn't.
 */
export function toSharedAddress(url: string): string | null {
  const [path = '', query] = splitQuery(url)
  if (!pages.has(path) && !articleOrCategory.test(path)) return null
  if (query === undefined) return path
  const params = [...new URLSearchParams(query)].filter(([name]) => !campaign.test(name))
  const [first, second] = params
  if (!first) return path
  const [name, value] = first
  const isPage = path === '/blog' && name === 'page' && /^[1-9]\d*$/.test(value)
  return isPage && !second && Number(value) <= maxBlogPage ? `${path}?page=${value}` : null
}

function splitQuery(url: string): readonly string[] {
  const start = url.indexOf('?')
  return start === -1 ? [url] : [url.slice(0, start), url.slice(start + 1)]
}
