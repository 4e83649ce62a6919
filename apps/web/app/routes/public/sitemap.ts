import { listCategories, listPosts, maxPosts, type ListedPost } from '@doorman/contract/blog'
import { serverCall } from '../../lib/api/server-call.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/sitemap.ts'
import { toXmlText, xmlResponse } from './xml.ts'

/** 50 pages of 200 articles: well within the 50,000 URLs that a sitemap may have. */
const maxPages = 50

/** Every public page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const call = serverCall(context)
  const posts: ListedPost[] = []
  for (let page = 0; page < maxPages; page++) {
    const more = await call(listPosts, { limit: maxPosts, offset: page * maxPosts })
    posts.push(...more)
    if (more.length < maxPosts) break
  }
  const categories = await call(listCategories, {})
  const entries = [
    ...[paths.home, paths.accuracy, paths.blog, paths.privacyPolicy, paths.termsOfService].map(
      (path) => ({ path, changedAt: null }),
    ),
    ...categories.map(({ slug }) => ({ path: paths.blogCategory(slug), changedAt: null })),
    ...posts.map((post) => ({ path: paths.blogPost(post.slug), changedAt: post.updatedAt })),
  ]
  const urls = entries.map((entry) => {
    const changed = entry.changedAt === null ? '' : `<lastmod>${entry.changedAt}</lastmod>`
    return `<url><loc>${toXmlText(origin + entry.path)}</loc>${changed}</url>`
  })
  return xmlResponse(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`,
  )
}
