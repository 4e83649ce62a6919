import type { EditedPost } from '@doorman/contract/content'
import type { ArticleErrors } from '@doorman/domain/site/article'
import { useState, type FocusEvent } from 'react'
import { boxClass } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import type { Choices } from './choices.ts'
import { formatSchedule, toLocalField } from './publication.ts'

const lines = [
  {
    name: 'slug',
    label: 'Address',
    hint: 'Made from the title. Lower-case words joined by hyphens. Old links keep working.',
  },
  {
    name: 'metaDescription',
    label: 'Description for search engines',
    hint: '120 to 155 characters',
  },
  { name: 'excerpt', label: 'Excerpt', hint: 'One or two sentences' },
] as const

const coverLine = {
  name: 'featuredImageAlt',
  label: 'What the cover shows',
  hint: 'For people who can’t see it',
} as const

/** The title, above the text. */
export function TitleField({
  title,
  error,
  onEntered,
}: {
  title: string
  error: string | undefined
  /** Called when the field is left. */
  onEntered: (title: string) => void
}) {
  return (
    <div className="[&_input]:h-12 [&_input]:text-xl [&_input]:font-semibold">
      <Field label="Title" hint="Up to 65 characters are shown in full everywhere" error={error}>
        {(control) => (
          <Input
            {...control}
            name="title"
            defaultValue={title}
            onBlur={({ target }: FocusEvent<HTMLInputElement>) => onEntered(target.value)}
          />
        )}
      </Field>
    </div>
  )
}

/** What surrounds title and text. A new article has no cover to describe yet. */
export function ArticleFields({
  post,
  choices,
  faults,
}: {
  post: EditedPost | null
  choices: Choices
  faults: ArticleErrors
}) {
  const [isPublic, setPublic] = useState(post?.publishedAt != null)
  const [publishedAt, setPublishedAt] = useState(toLocalField(post?.publishedAt ?? null))
  const [now] = useState(() => new Date())
  return (
    <div className="grid gap-5 lg:grid-cols-2 [&_textarea]:min-h-16">
      {(post ? [...lines, coverLine] : lines).map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={faults[name]}>
          {(control) =>
            name === 'slug' ? (
              <Input {...control} name={name} defaultValue={post?.[name] ?? ''} />
            ) : (
              <Textarea {...control} name={name} rows={2} defaultValue={post?.[name] ?? ''} />
            )
          }
        </Field>
      ))}
      <Field label="Author">
        {(control) => (
          <Select
            {...control}
            name="authorId"
            defaultValue={post?.authorId}
            options={choices.authors.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <Field label="Publication">
        {(control) => (
          <Select
            {...control}
            name="publication"
            defaultValue={isPublic ? 'public' : 'draft'}
            onChange={({ target }) => setPublic(target.value === 'public')}
            options={[
              { value: 'draft', label: 'Draft: only admins can see it' },
              { value: 'public', label: 'Public from the time below' },
            ]}
          />
        )}
      </Field>
      <Field label="Public from" hint={toTimeHint({ isPublic, publishedAt }, now)}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            name="publishedAt"
            defaultValue={publishedAt}
            onChange={({ target }) => setPublishedAt(target.value)}
          />
        )}
      </Field>
      <fieldset className="lg:col-span-2">
        <legend className="text-sm font-medium">Categories</legend>
        {faults.categoryIds && (
          <p id="categories-fault" className="mt-1 text-sm text-danger">
            {faults.categoryIds}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {choices.categories.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-2 text-sm md:min-h-9">
              <input
                type="checkbox"
                name="categoryIds"
                value={id}
                defaultChecked={post?.categoryIds.includes(id)}
                aria-invalid={faults.categoryIds ? true : undefined}
                aria-describedby={faults.categoryIds ? 'categories-fault' : undefined}
                className={boxClass}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

function toTimeHint(chosen: { isPublic: boolean; publishedAt: string }, now: Date): string {
  if (!chosen.isPublic) return 'A draft stays private. This counts once you make it public.'
  return new Date(chosen.publishedAt) > now
    ? `Your local time. Readers see it from ${formatSchedule(chosen.publishedAt, now)} on.`
    : 'Your local time. Leave empty to publish now.'
}
