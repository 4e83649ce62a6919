import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { ArticleState } from './article-state.tsx'

/** Stays in view during writing: who can see the article, whether it is saved, and Save. */
export function EditorBar({
  saved,
  isNew,
  status,
  isPending,
}: {
  saved: { readonly slug: string; readonly publishedAt: string | null }
  isNew: boolean
  status: string
  isPending: boolean
}) {
  const [now] = useState(() => new Date())
  return (
    <div className="sticky top-[calc(3.5rem+var(--top-line))] z-20 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border bg-bg px-1 py-3 md:top-[calc(3rem+var(--top-line))]">
      <ArticleState publishedAt={saved.publishedAt} now={now} />
      <p role="status" className="min-w-0 grow text-sm text-muted-fg">
        {status}
      </p>
      <div className="ms-auto flex items-center gap-2">
        {!isNew && (
          <Button asChild variant="secondary">
            <a href={paths.blogPost(saved.slug)} target="_blank" rel="noopener">
              <span>
                Preview<span className="max-sm:sr-only"> saved version</span>
              </span>
              <ExternalLink aria-hidden className="size-3" />
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </Button>
        )}
        <Button type="submit" isPending={isPending}>
          Save
        </Button>
      </div>
    </div>
  )
}
