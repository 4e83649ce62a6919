import { listContent, loadContentChoices } from '@doorman/contract/content'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ArticleList } from '../../features/content/article-list.tsx'
import { AuthorsCard } from '../../features/content/authors-card.tsx'
import { CategoriesCard } from '../../features/content/categories-card.tsx'
import { restoreArticle } from '../../features/content/deletion.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Page } from '../../ui/basics/page.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'

export const meta = () => privateMeta('Content')

const content = query(listContent, {})
const choices = query(loadContentChoices, {})

export async function clientLoader() {
  await Promise.all([queryClient.ensureQueryData(content), queryClient.ensureQueryData(choices)])
}

export default function ContentPage() {
  const { data: posts } = useSuspenseQuery(content)
  const { data: options } = useSuspenseQuery(choices)
  const shown = posts.filter(({ deletedAt }) => deletedAt === null)
  const deleted = posts.filter(({ deletedAt }) => deletedAt !== null)
  const [now] = useState(() => new Date())
  return (
    <Page title="Content" description="Blog articles: drafts, scheduled and published.">
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to={paths.newContent}>New article</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.admin}>
            <ArrowLeft aria-hidden /> Admin Panel
          </Link>
        </Button>
      </div>
      {shown.length === 0 ? (
        <Empty icon={FileText} title="No articles yet">
          Articles you write show up here, and on the blog once you publish them.
        </Empty>
      ) : (
        <ArticleList posts={shown} now={now} />
      )}
      {deleted.length > 0 && (
        <details className="rounded-card border border-border bg-card p-5">
          <summary className="cursor-pointer text-sm font-medium">
            Deleted articles ({deleted.length})
          </summary>
          <ul className="mt-3 divide-y divide-border text-sm">
            {deleted.map(({ id, title }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2">
                <span className="min-w-0 break-words">{title}</span>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Restore article ${title}`}
                  onClick={() => void restoreArticle(id)}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CategoriesCard categories={options.categories} />
        <AuthorsCard authors={options.authors} />
      </div>
    </Page>
  )
}
