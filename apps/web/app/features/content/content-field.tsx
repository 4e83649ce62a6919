import { previewContent } from '@doorman/contract/content'
import { contentMaxLength } from '@doorman/domain/article'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../lib/query.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { contentText } from './content-text.ts'

const pauseMs = 300

/** The text of an article, and beside it what readers will see: the server renders both alike. */
export function ContentField({
  content,
  error,
  onChange,
}: {
  content: string
  error: string | undefined
  onChange: (content: string) => void
}) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Field label="Text" hint="Markdown" error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={24}
            maxLength={contentMaxLength}
            value={content}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <section aria-label="Preview" className="min-w-0">
        <h2 className="text-sm font-medium">Preview</h2>
        <Preview content={content} />
      </section>
    </div>
  )
}

function Preview({ content }: { content: string }) {
  const { data, isError } = useQuery({
    ...query(previewContent, { content: useRested(content) }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (isError) return <p className="mt-2 text-sm text-danger">{contentText.previewFailed}</p>
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="prose article mt-2 max-h-112 min-h-40 overflow-y-auto rounded-card border border-border p-5 *:first:mt-0"
      // Sanitised by the server, as on the page itself.
      dangerouslySetInnerHTML={{ __html: data?.html ?? '' }}
    />
  )
}

/** The value as it was when it last came to rest: not every letter is worth a request. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  // The timer is the browser's.
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
