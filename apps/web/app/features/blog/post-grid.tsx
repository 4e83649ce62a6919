import type { ListedPost } from '@doorman/contract/blog'
import { PostCard } from './post-card.tsx'

/** As many as a desktop shows without scrolling. */
const firstRow = 3

export function PostGrid({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} isFirst={index < firstRow} />
        </li>
      ))}
    </ul>
  )
}
