import type { ListedPost } from '@doorman/contract/blog'
import { PostCard } from './post-card.tsx'

/** As many as a desktop shows without scrolling. */
const firstRow = 3

export function PostGrid({
  posts,
  headingLevel = 2,
  isBelowTheFold = false,
}: {
  posts: readonly ListedPost[]
  headingLevel?: 2 | 4
  /** Covers in the first viewport are loaded eagerly, others when they come near it. */
  isBelowTheFold?: boolean
}) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard
            post={post}
            headingLevel={headingLevel}
            isFirst={!isBelowTheFold && index < firstRow}
          />
        </li>
      ))}
    </ul>
  )
}
