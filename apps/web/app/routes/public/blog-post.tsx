import { countView, listNearbyPosts } from '@doorman/contract/blog'
import { ArrowLeft } from 'lucide-react'
import { use } from 'react'
import { redirect } from 'react-router'
import { FoldedContents, SidebarContents } from '../../features/blog/article-contents.tsx'
import { AuthorCard } from '../../features/blog/author-card.tsx'
import { articleMeta } from '../../features/blog/blog-meta.ts'
import { blogText } from '../../features/blog/blog-text.ts'
import { CallToAction, ClosingCall } from '../../features/blog/call-to-action.tsx'
import { CategoryBadges } from '../../features/blog/category-badges.tsx'
import { Cover } from '../../features/blog/cover.tsx'
import { KeepReading } from '../../features/blog/keep-reading.tsx'
import { loadArticle } from '../../features/blog/load-article.ts'
import { SharePanel } from '../../features/blog/share-panel.tsx'
import { BlogNotFound } from '../../features/errors/blog-not-found.tsx'
import { code as readScript } from '../../inline-scripts/read-article.ts?inline-script'
import { orNotFound, orNull, serverCall } from '../../lib/api/server-call.ts'
import { formatDay, formatViews } from '../../lib/format.ts'
import { NonceContext } from '../../lib/hydration/nonce.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Route } from './+types/blog-post.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const { slug } = params
  const mayBeAdmin = request.headers.has('cookie')
  const call = serverCall(context)
  const [article, nearby] = await Promise.all([
    orNotFound(loadArticle(call, { slug, mayBeAdmin })),
    orNull(call(listNearbyPosts, { slug })),
  ])
  if (article.post.slug !== slug) throw redirect(paths.blogPost(article.post.slug), 301)
  return { origin, nearby, viewPath: countView.path.replace(':slug', slug), ...article }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { isPreview, post, origin } = loaderData
  return isPreview ? privateMeta(post.title) : articleMeta(post, origin)
}

export default function BlogPostPage({ loaderData }: Route.ComponentProps) {
  const { origin, post, isPreview, nearby, viewPath } = loaderData
  const nonce = use(NonceContext)
  return (
    <>
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
          <h1 className="mt-4 font-serif text-3xl font-medium text-balance sm:text-4xl">
            {post.title}
          </h1>
          <p className="mt-4 flex flex-wrap gap-x-3 text-sm text-muted-fg">
            {post.publishedAt === null ? (
              <span>{blogText.noDate}</span>
            ) : (
              <time dateTime={post.publishedAt}>{formatDay(post.publishedAt)}</time>
            )}
            {post.viewCount > 0 && (
              <>
                <span aria-hidden>·</span>
                <span>{formatViews(post.viewCount)}</span>
              </>
            )}
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
          <FoldedContents sections={post.sections} />
          {/* Sanitised by the server against a short list of allowed elements. */}
          <div className="prose article" dangerouslySetInnerHTML={{ __html: post.html }} />
          <ClosingCall />
        </article>
        <aside
          aria-label="About this article"
          className="screen-only grid content-start gap-6 lg:grid-rows-[auto_1fr]"
        >
          <div className="grid content-start gap-6">
            <AuthorCard author={post.author} />
            {!isPreview && <SharePanel post={post} url={origin + paths.blogPost(post.slug)} />}
          </div>
          <div className="grid gap-6 lg:sticky lg:top-[calc(5.5rem+var(--top-line))] lg:max-h-[calc(100svh-7rem-var(--top-line))] lg:grid-rows-[minmax(0,auto)_auto] lg:self-start">
            <SidebarContents sections={post.sections} />
            <CallToAction />
          </div>
        </aside>
      </div>
      {nearby && <KeepReading {...nearby} />}
      <script
        nonce={nonce}
        data-view={isPreview ? undefined : viewPath}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: readScript }}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <BlogNotFound error={error} {...blogText.articleMissing} />
}
