import { listPosts, loadCategory, maxPosts } from '@doorman/contract/blog'
import { blogName } from '@doorman/domain/brand'
import { ArrowLeft } from 'lucide-react'
import { data } from 'react-router'
import { blogMeta } from '../../features/blog/blog-meta.ts'
import { blogText } from '../../features/blog/blog-text.ts'
import { PostGrid } from '../../features/blog/post-grid.tsx'
import { PostsFailed } from '../../features/blog/posts-failed.tsx'
import { BlogNotFound } from '../../features/errors/blog-not-found.tsx'
import { orNotFound, orNull, serverCall } from '../../lib/api/server-call.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/blog-category.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const call = serverCall(context)
  const category = await orNotFound(call(loadCategory, { slug: params.slug }))
  const posts = await orNull(call(listPosts, { limit: maxPosts, category: category.slug }))
  const found = { origin, category, posts }
  return posts === null ? data(found, { status: 503 }) : found
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? blogMeta({
        title: `${loaderData.category.name}, ${blogName}`,
        description: loaderData.category.description ?? loaderData.category.name,
        origin: loaderData.origin,
        path: paths.blogCategory(loaderData.category.slug),
      })
    : []

export default function BlogCategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, posts } = loaderData
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 py-12 md:px-8 md:py-16">
      <a
        href={paths.blog}
        className="screen-only inline-flex items-center gap-2 rounded-control py-1 text-sm text-muted-fg hover:text-fg"
      >
        <ArrowLeft aria-hidden className="size-4" /> {blogName}
      </a>
      <h1 className="mt-6 text-3xl font-semibold sm:text-4xl">{category.name}</h1>
      <p className="mt-3 mb-10 max-w-2xl text-lg text-pretty text-muted-fg">
        {category.description}
      </p>
      {posts === null && (
        <PostsFailed message={blogText.failed} path={paths.blogCategory(category.slug)} />
      )}
      {posts?.length === 0 && (
        <p className="py-16 text-center text-muted-fg">{blogText.nothingInCategory}</p>
      )}
      {posts && posts.length > 0 && <PostGrid posts={posts} />}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <BlogNotFound error={error} {...blogText.categoryMissing} />
}
