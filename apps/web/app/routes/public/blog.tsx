import { listCategories, listPosts, postsPerPage, searchPosts } from '@doorman/contract/blog'
import { blogName, productName } from '@doorman/domain/brand'
import { useState } from 'react'
import { data } from 'react-router'
import { blogMeta } from '../../features/blog/blog-meta.ts'
import { BlogSearch } from '../../features/blog/blog-search.tsx'
import { blogText } from '../../features/blog/blog-text.ts'
import { CategoryBadges } from '../../features/blog/category-badges.tsx'
import { Pagination } from '../../features/blog/pagination.tsx'
import { PostGrid } from '../../features/blog/post-grid.tsx'
import { PostsFailed } from '../../features/blog/posts-failed.tsx'
import { toPage } from '../../features/blog/to-page.ts'
import { orNull, serverCall } from '../../lib/api/server-call.ts'
import { formatArticles } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { Route } from './+types/blog.ts'

const description = `Cold outreach, inbox hygiene and privacy, by the people who make ${productName}: what works, measured, misses included.`

export async function loader({ request, context }: Route.LoaderArgs) {
  const wanted = toWanted(request)
  const { search, page } = wanted
  const call = serverCall(context)
  const [posts, categories] = await Promise.all([
    orNull(
      search === ''
        ? call(listPosts, { limit: postsPerPage, offset: (page - 1) * postsPerPage })
        : call(searchPosts, { q: search }),
    ),
    orNull(call(listCategories, {})),
  ])
  const found = { ...wanted, posts, categories: categories ?? [] }
  return posts === null ? data(found, { status: 503 }) : found
}

/**
 * A search from the page. If the server can't be reached, the page stays and says so: the loader's
 * error would replace it, the search box included.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch {
    return { ...toWanted(request), posts: null, categories: [] }
  }
}

function toWanted(request: Request) {
  const { origin, searchParams } = new URL(request.url)
  const search = (searchParams.get('q') ?? '').trim().slice(0, 200)
  return { origin, search, page: search === '' ? toPage(searchParams.get('page')) : 1 }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const page = loaderData?.page ?? 1
  return [
    ...blogMeta({
      title: page > 1 ? `${blogName}, page ${page}` : blogName,
      description: page > 1 ? `${description} Page ${page}.` : description,
      origin: loaderData?.origin ?? '',
      path: page > 1 ? `${paths.blog}?page=${page}` : paths.blog,
    }),
    ...(loaderData?.search ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { search, page, posts, categories } = loaderData
  // A failed search returns no categories, so the page keeps those that it first loaded.
  const [knownCategories] = useState(categories)
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 py-12 md:px-8 md:py-16">
      <h1 className="text-3xl font-semibold sm:text-4xl">{blogName}</h1>
      <p className="mt-3 max-w-2xl text-lg text-pretty text-muted-fg">{description}</p>
      <div className="screen-only mt-8 grid gap-5">
        <BlogSearch text={search} />
        <CategoryBadges
          label="Categories"
          categories={categories.length > 0 ? categories : knownCategories}
        />
      </div>
      <p role="status" className="mt-8 mb-4 min-h-5 text-sm text-muted-fg">
        {search !== '' && posts && posts.length > 0 && `${formatArticles(posts.length)} found`}
      </p>
      <Articles search={search} posts={posts} page={page} />
      {search === '' && posts && <Pagination page={page} isFull={posts.length === postsPerPage} />}
    </div>
  )
}

function Articles({
  search,
  posts,
  page,
}: Pick<Route.ComponentProps['loaderData'], 'search' | 'posts' | 'page'>) {
  const isSearching = search !== ''
  if (posts === null)
    return (
      <PostsFailed
        message={isSearching ? blogText.searchFailed : blogText.failed}
        path={
          isSearching
            ? `${paths.blog}?q=${encodeURIComponent(search)}`
            : `${paths.blog}?page=${page}`
        }
      />
    )
  if (posts.length > 0) return <PostGrid posts={posts} />
  return (
    <p className="py-16 text-center text-muted-fg">
      {isSearching ? blogText.nothingFound : blogText.nothingPublished}
    </p>
  )
}
