import { ArrowLeft } from 'lucide-react'
import { redirect } from 'react-router'
import { AuthorCard } from '../../features/blog/author-card.tsx'
import { articleMeta } from '../../features/blog/blog-meta.ts'
import { blogText } from '../../features/blog/blog-text.ts'
import { CallToAction } from '../../features/blog/call-to-action.tsx'
import { CategoryBadges } from '../../features/blog/category-badges.tsx'
import { Cover } from '../../features/blog/cover.tsx'
import { loadArticle } from '../../features/blog/load-article.ts'
import { SharePanel } from '../../features/blog/share-panel.tsx'
import { useView } from '../../features/blog/use-view.ts'
import { BlogNotFound } from '../../features/errors/blog-not-found.tsx'
import { orNotFound, serverCall } from '../../lib/api/server-call.ts'
import { formatDay, formatViews } from '../../lib/format.ts'
import type { RouteHandle } from '../../lib/hydration/hydration.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Route } from './+types/blog-post.ts'

export const handle: RouteHandle = { hydration: 'first-move' }

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const mayBeAdmin = request.headers.has('cookie')
  const article = await orNotFound(
    loadArticle(serverCall(context), { slug: params.slug, mayBeAdmin }),
  )
  if (article.post.slug !== params.slug) throw redirect(paths.blogPost(article.post.slug), 301)
  return { origin, ...article }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { isPreview, post, origin } = loaderData
  return isPreview ? privateMeta(post.title) : articleMeta(post, origin)
}

export default function BlogPostPage({ loaderData }: Route.ComponentProps) {
  const { origin, post, isPreview } = loaderData
  useView(isPreview ? null : post.slug)
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-1 gap-x-12 gap-y-10 px-4 py-12 md:px-8 md:py-16 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
      <article className="min-w-0">
        <a
          href={paths.blog}
          className="screen-only inline-flex items-center gap-2 rounded-control py-1 text-sm text-muted-fg hover:text-fg"
        >
          <ArrowLeft aria-hidden className="size-4" /> Back to Blog
        </a>
        {isPreview && (
          <div className="mt-4">
            <Banner tone="attention">{blogText.preview}</Banner>
          </div>
        )}
        <div className="mt-6">
          <CategoryBadges label="Categories" categories={post.categories} />
        </div>
        <h1 className="mt-4 text-3xl font-semibold sm:text-4xl">{post.title}</h1>
        <p className="mt-4 flex flex-wrap gap-x-3 text-sm text-muted-fg">
          {post.publishedAt === null ? (
            <span>{blogText.noDate}</span>
          ) : (
            <time dateTime={post.publishedAt}>{formatDay(post.publishedAt)}</time>
          )}
          <span aria-hidden>·</span>
          <span>{formatViews(post.viewCount)}</span>
          {/* The author's card is not printed. */}
          <span aria-hidden className="hidden print:inline">
            ·
          </span>
          <span className="hidden print:inline">By {post.author.name}</span>
        </p>
        <div className="mt-8 overflow-hidden rounded-card border border-border">
          <Cover
            id={post.featuredImageId}
            alt={post.featuredImageAlt}
            sizes="(min-width: 48rem) 44rem, 100vw"
            isFirst
          />
        </div>
        <p className="mt-8 text-xl text-pretty text-muted-fg">{post.excerpt}</p>
        {/* Sanitised by the server against a short list of allowed elements. */}
        <div className="prose article" dangerouslySetInnerHTML={{ __html: post.html }} />
      </article>
      <aside
        aria-label="About this article"
        className="screen-only grid content-start gap-6 lg:sticky lg:top-[calc(5.5rem+var(--top-line))] lg:self-start"
      >
        <AuthorCard author={post.author} />
        <CallToAction />
        {!isPreview && <SharePanel post={post} url={origin + paths.blogPost(post.slug)} />}
      </aside>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <BlogNotFound error={error} {...blogText.articleMissing} />
}
