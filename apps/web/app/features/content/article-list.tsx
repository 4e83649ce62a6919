import type { PostSummary } from '@doorman/contract/content'
import { Link } from 'react-router'
import { formatBriefly, formatMoment, formatViews } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Table } from '../../ui/basics/table.tsx'
import { useIsWide } from '../../ui/lists/use-is-wide.ts'
import { ArticleState } from './article-state.tsx'
import { DeleteButton } from './delete-button.tsx'

type ListedPost = { post: PostSummary; now: Date }

/** A table where there is room for one, cards elsewhere. */
export function ArticleList({ posts, now }: { posts: readonly PostSummary[]; now: Date }) {
  return useIsWide() ? (
    <Table
      caption="Articles"
      columns={['Title', 'State', 'Last change', 'Views', 'Actions']}
      rows={posts.map((post) => ({ id: post.id, cells: toCells(post, now) }))}
    />
  ) : (
    <ul aria-label="Articles" className="grid grid-cols-1 gap-3">
      {posts.map((post) => (
        <li key={post.id}>
          <ArticleCard post={post} now={now} />
        </li>
      ))}
    </ul>
  )
}

function ArticleCard({ post, now }: ListedPost) {
  return (
    <article className="rounded-card border border-border bg-card px-4 pt-4 pb-2 text-sm shadow-card">
      <Title post={post} />
      <div className="mt-3 flex">
        <ArticleState publishedAt={post.publishedAt} now={now} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <div className="flex gap-x-3 whitespace-nowrap text-muted-fg">
          <span>Changed {formatBriefly(post.updatedAt, now)}</span>
          <span>{formatViews(post.viewCount)}</span>
        </div>
        <div className="-me-4">
          <DeleteButton post={post} />
        </div>
      </div>
    </article>
  )
}

function toCells(post: PostSummary, now: Date) {
  return [
    <Title key="title" post={post} />,
    <ArticleState key="state" publishedAt={post.publishedAt} now={now} />,
    <span key="changed" className="whitespace-nowrap">
      {formatMoment(post.updatedAt, now)}
    </span>,
    <span key="views" className="whitespace-nowrap">
      {formatViews(post.viewCount)}
    </span>,
    <DeleteButton key="delete" post={post} />,
  ]
}

function Title({ post }: { post: PostSummary }) {
  return (
    <Link
      to={paths.editContent(post.id)}
      className="block font-medium break-words underline decoration-input underline-offset-4 lg:min-w-56"
    >
      {post.title}
    </Link>
  )
}
