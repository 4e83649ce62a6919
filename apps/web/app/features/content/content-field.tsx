import { previewContent } from '@doorman/contract/content'
import { contentMaxLength } from '@doorman/domain/site/article'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '../../lib/api/query.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { contentText } from './content-text.ts'
import { countForeignPictures } from './foreign-pictures.ts'

const debounceMs = 300

/** The text of an article, with a preview that the server renders like the article itself. */
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
      <div className="[&_textarea]:max-h-[75svh] [&_textarea]:min-h-[60svh]">
        <Field label="Text" hint="Markdown" error={error}>
          {(control) => (
            <Textarea
              {...control}
              name="content"
              rows={24}
              maxLength={contentMaxLength}
              value={content}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      </div>
      <section aria-label="Preview" className="min-w-0">
        <h2 className="text-sm font-medium">Preview</h2>
        <Preview content={content} />
      </section>
    </div>
  )
}

function Preview({ content }: { content: string }) {
  const { data, isError } = useQuery({
    ...query(previewContent, { content: useDebounced(content) }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (isError) return <p className="mt-2 text-sm text-danger">{contentText.previewFailed}</p>
  const foreignPictures = countForeignPictures(data?.html ?? '')
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="prose article mt-2 max-h-[75svh] min-h-40 overflow-y-auto rounded-card border border-border p-5 *:first:mt-0 lg:min-h-[60svh]"
        // Sanitised by the server, as on the article's page.
        dangerouslySetInnerHTML={{ __html: data?.html ?? '' }}
      />
      {foreignPictures > 0 && (
        <div role="status" className="mt-3">
          <Banner tone="attention">{contentText.foreignPictures(foreignPictures)}</Banner>
        </div>
      )}
    </>
  )
}

/** The value, once it has not changed for a while. Saves a request per keystroke. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  // Synchronises with the browser's timer.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
