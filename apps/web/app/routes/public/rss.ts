import { listPosts, type ListedPost } from '@doorman/contract/blog'
import { blogName } from '@doorman/domain/brand'
import { serverCall } from '../../lib/api/server-call.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/rss.ts'
import { toXmlText, xmlResponse } from './xml.ts'

const feedLength = 30

/** The newest articles, for feed readers. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const posts = await serverCall(context)(listPosts, { limit: feedLength })
  return xmlResponse(
    'application/rss+xml',
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${toXmlText(blogName)}</title>
<link>${toXmlText(origin + paths.blog)}</link>
<description>Cold outreach, inbox hygiene and privacy.</description>
<language>en</language>
<atom:link href="${toXmlText(origin + paths.blogFeed)}" rel="self" type="application/rss+xml"/>
${posts.map((post) => toItem(post, origin)).join('\n')}
</channel></rss>`,
  )
}

/** The guid stays the same if the slug changes; otherwise feed readers would show the article twice. */
function toItem(post: ListedPost, origin: string): string {
  const url = toXmlText(origin + paths.blogPost(post.slug))
  const subjects = post.categories.map(({ name }) => `<category>${toXmlText(name)}</category>`)
  return `<item><title>${toXmlText(post.title)}</title><link>${url}</link><guid isPermaLink="false">${post.id}</guid><pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>${subjects.join('')}<description>${toXmlText(post.excerpt)}</description></item>`
}
