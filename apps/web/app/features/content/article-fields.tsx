import type { EditedPost } from '@doorman/contract/content'
import type { ArticleErrors } from '@doorman/domain/site/article'
import { useState, type FocusEvent } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { Choices } from './choices.ts'
import { toLocalField } from './publication.ts'

const lines = [
  { name: 'title', label: 'Title', hint: 'Up to 65 characters are shown in full everywhere' },
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

/** All fields of an article except its text. A new article has no cover to describe yet. */
export function ArticleFields({
  post,
  choices,
  faults,
  onTitleEntered,
}: {
  post: EditedPost | null
  choices: Choices
  faults: ArticleErrors
  /** Called when the title’s field is left. */
  onTitleEntered: (title: string) => void
}) {
  const [isPublic, setPublic] = useState(post?.publishedAt != null)
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {(post ? [...lines, coverLine] : lines).map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={faults[name]}>
          {(control) => (
            <Input
              {...control}
              name={name}
              defaultValue={post?.[name] ?? ''}
              {...(name === 'title' && {
                onBlur: ({ target }: FocusEvent<HTMLInputElement>) => onTitleEntered(target.value),
              })}
            />
          )}
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
      <Field
        label="Public from"
        hint={
          isPublic
            ? 'Your local time. Leave empty to publish now.'
            : 'A draft stays private. This counts once you make it public.'
        }
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            name="publishedAt"
            defaultValue={toLocalField(post?.publishedAt ?? null)}
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
            <label key={id} className="flex min-h-9 items-center gap-2 text-sm">
              <input
                type="checkbox"
                name="categoryIds"
                value={id}
                defaultChecked={post?.categoryIds.includes(id)}
                aria-invalid={faults.categoryIds ? true : undefined}
                aria-describedby={faults.categoryIds ? 'categories-fault' : undefined}
                className="size-4 accent-primary"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
