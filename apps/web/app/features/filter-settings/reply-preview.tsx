import type { SmartResponse } from '@doorman/contract/smart-response'

/** The smart response as it would be sent. */
export function ReplyPreview({ preview: { subject, text } }: Pick<SmartResponse, 'preview'>) {
  return (
    <figure className="overflow-hidden rounded-control border border-border bg-bg text-sm">
      <figcaption className="border-b border-border px-4 py-2 text-muted-fg">
        Preview · {subject}
      </figcaption>
      <blockquote className="px-4 py-3 break-words whitespace-pre-line">{text}</blockquote>
    </figure>
  )
}
