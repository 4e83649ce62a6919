import { listContent, loadContentChoices, type PostSummary } from '@doorman/contract/content'
import { useSuspenseQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthorsCard } from '../../features/content/authors-card.tsx'
import { CategoriesCard } from '../../features/content/categories-card.tsx'
import { toPublication, type Publication } from '../../features/content/publication.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'
import { formatMoment, formatViews } from '../../lib/format.ts'
import { privateMeta } from '../../lib/pages/page-meta.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/basics/badge.tsx'
import { Button } from '../../ui/basics/button.tsx'
import { Page } from '../../ui/basics/page.tsx'
import { Table } from '../../ui/basics/table.tsx'
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
  const [now] = useState(() => new Date())
  return (
    <Page title="Content" description="Blog articles: drafts, scheduled and published.">
      <div>
        <Button asChild>
          <Link to={paths.newContent}>New article</Link>
        </Button>
      </div>
      {posts.length === 0 ? (
        <Empty icon={FileText} title="No articles yet">
          Articles you write show up here, and on the blog once you publish them.
        </Empty>
      ) : (
        <Table
          caption="Articles"
          columns={['Title', 'State', 'Last change', 'Views']}
          rows={posts.map((post) => ({ id: post.id, cells: toCells(post, now) }))}
        />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CategoriesCard categories={options.categories} />
        <AuthorsCard authors={options.authors} />
      </div>
    </Page>
  )
}

const looks: Record<Publication, { tone: 'plain' | 'good' | 'cold'; label: string }> = {
  draft: { tone: 'plain', label: 'Draft' },
  scheduled: { tone: 'cold', label: 'Scheduled' },
  published: { tone: 'good', label: 'Published' },
}

function toCells(post: PostSummary, now: Date) {
  const { tone, label } = looks[toPublication(post, now)]
  return [
    <Link
      key="title"
      to={paths.editContent(post.id)}
      className="block min-w-56 font-medium underline decoration-input underline-offset-4"
    >
      {post.title}
    </Link>,
    <Badge key="state" tone={tone}>
      {label}
    </Badge>,
    <span key="changed" className="whitespace-nowrap">
      {formatMoment(post.updatedAt, now)}
    </span>,
    <span key="views" className="whitespace-nowrap">
      {formatViews(post.viewCount)}
    </span>,
  ]
}
