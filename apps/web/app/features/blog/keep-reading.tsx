import type { ListedPost, NearbyPosts } from '@doorman/contract/blog'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Cover } from './cover.tsx'
import { PostGrid } from './post-grid.tsx'

/** What to read after an article: its neighbours on the index, and others on the same subjects. */
export function KeepReading({ next, previous, related }: NearbyPosts) {
  if (!next && !previous && related.length === 0) return null
  return (
    <section aria-labelledby="keep-reading" className="screen-only border-t border-border">
      <div className="mx-auto w-full max-w-[72rem] px-4 py-12 md:px-8">
        <h2 id="keep-reading" className="text-2xl font-semibold">
          Keep reading
        </h2>
        <div className="mt-6 grid gap-6 md:grid-cols-2">
          {next && (
            <Neighbour post={next}>
              Next article <ArrowRight aria-hidden className="size-4" />
            </Neighbour>
          )}
          {previous && (
            <Neighbour post={previous}>
              <ArrowLeft aria-hidden className="size-4" /> Previous article
            </Neighbour>
          )}
        </div>
        {related.length > 0 && (
          <>
            <h3 className="mt-10 mb-6 text-lg font-semibold">Related articles</h3>
            <PostGrid posts={related} headingLevel={4} isBelowTheFold />
          </>
        )}
      </div>
    </section>
  )
}

function Neighbour({ post, children }: { post: ListedPost; children: ReactNode }) {
  return (
    <div className="relative grid grid-cols-[7rem_1fr] items-center overflow-hidden rounded-card border border-border bg-card shadow-card hover:bg-muted sm:grid-cols-[11rem_1fr]">
      <div className="h-full [&_img]:h-full">
        <Cover id={post.featuredImageId} alt="" sizes="(min-width: 40rem) 11rem, 7rem" />
      </div>
      <div className="min-w-0 p-4 sm:p-5">
        <p className="flex items-center gap-1.5 text-sm text-muted-fg">{children}</p>
        <h3 className="mt-1 font-semibold text-pretty">
          <a
            href={paths.blogPost(post.slug)}
            className="rounded-control after:absolute after:inset-0"
          >
            {post.title}
          </a>
        </h3>
      </div>
    </div>
  )
}
