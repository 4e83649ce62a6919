import { listCategories, listPosts, mostPosts, type ListedPost } from '@doorman/contract/blog'
import { pageCall } from '../../lib/page-call.ts'
import { paths } from '../../lib/paths.ts'
import { toXmlText, xmlResponse } from '../../lib/xml.ts'
import type { Route } from './+types/sitemap.ts'

/** Far more than anybody will write, and well within what a sitemap may hold. */
const mostPages = 50

/** 38: everything that search engines may show. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const call = pageCall(context)
  const posts: ListedPost[] = []
  for (let page = 0; page < mostPages; page++) {
    const more = await call(listPosts, { limit: mostPosts, offset: page * mostPosts })
    posts.push(...more)
    if (more.length < mostPosts) break
  }
  const categories = await call(listCategories, {})
  const entries = [
    ...[paths.home, paths.blog, paths.privacyPolicy, paths.termsOfService].map((path) => ({
      path,
      changedAt: null,
    })),
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
