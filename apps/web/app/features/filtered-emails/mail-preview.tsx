import { previewFilteredEmail } from '@doorman/contract/filtered-emails'
import type { DecisionId } from '@doorman/domain/ids'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { toUserMessage } from '../../lib/api/call.ts'
import { query } from '../../lib/api/query.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** The message's text, fetched live from the mailbox and shown as plain text. */
export function MailPreview({ id }: { id: DecisionId }) {
  const titleId = useId()
  const preview = useQuery(query(previewFilteredEmail, { id }))
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 self-start rounded-card border border-border bg-bg p-4"
    >
      <p id={titleId} className="text-xs text-muted-fg">
        Read from your mailbox just now, and not stored
      </p>
      <div className="mt-3">
        {preview.isPending && (
          <div role="status" className="delayed grid gap-2">
            <span className="sr-only">Loading the email…</span>
            {['w-full', 'w-11/12', 'w-2/3'].map((width) => (
              <div key={width} className={`h-4 ${width}`}>
                <Skeleton />
              </div>
            ))}
          </div>
        )}
        {preview.isError && (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 grow">
              {toUserMessage(preview.error) ?? 'We couldn’t load this email.'}
            </p>
            <Button
              variant="secondary"
              size="small"
              isPending={preview.isFetching}
              onClick={() => void preview.refetch()}
            >
              Try again
            </Button>
          </div>
        )}
        {preview.data && (
          <>
            <p dir="auto" className="max-w-[68ch] break-words whitespace-pre-wrap">
              {preview.data.text.trim() || 'This email has no text.'}
            </p>
            {preview.data.isCut && (
              <p className="mt-3 text-xs text-muted-fg">
                This is only the beginning. The full email is in your mailbox.
              </p>
            )}
          </>
        )}
      </div>
    </section>
  )
}
