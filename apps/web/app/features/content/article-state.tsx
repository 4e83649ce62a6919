import type { PostSummary } from '@doorman/contract/content'
import { Badge } from '../../ui/basics/badge.tsx'
import { formatSchedule, toPublication } from './publication.ts'

/** Whether readers can see an article, or from when on they will. */
export function ArticleState({
  publishedAt,
  now,
}: Pick<PostSummary, 'publishedAt'> & { now: Date }) {
  const publication = toPublication({ publishedAt }, now)
  if (publishedAt === null || publication === 'draft') return <Badge>Draft</Badge>
  if (publication === 'published') return <Badge tone="good">Published</Badge>
  return <Badge tone="cold">Scheduled for {formatSchedule(publishedAt, now)}</Badge>
}
