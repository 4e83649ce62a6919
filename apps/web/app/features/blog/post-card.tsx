import type { ListedPost } from '@doorman/contract/blog'
import { formatDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { CategoryBadges } from './category-badges.tsx'
import { Cover } from './cover.tsx'

const sizes = '(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 100vw'

export function PostCard({
  post,
  headingLevel,
  isFirst,
}: {
  post: ListedPost
  headingLevel: 2 | 4
  isFirst: boolean
}) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card border border-border bg-card shadow-card">
      <Cover
        id={post.featuredImageId}
        alt={post.featuredImageAlt}
        sizes={sizes}
        isFirst={isFirst}
      />
      <div className="flex grow flex-col gap-3 p-5">
        <div className="relative z-10 self-start">
          <CategoryBadges label={`Categories of ${post.title}`} categories={post.categories} />
        </div>
        <Heading className="text-lg font-semibold">
          <a
            href={paths.blogPost(post.slug)}
            className="rounded-control after:absolute after:inset-0 hover:underline hover:underline-offset-4"
          >
            {post.title}
          </a>
        </Heading>
        <p className="text-sm text-pretty text-muted-fg">{post.excerpt}</p>
        <time dateTime={post.publishedAt} className="mt-auto text-sm text-muted-fg">
          {formatDay(post.publishedAt)}
        </time>
      </div>
    </article>
  )
}
