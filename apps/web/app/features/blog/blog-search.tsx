import { Search } from 'lucide-react'
import { useEffect, useRef, type ChangeEvent } from 'react'
import { Form, useSubmit } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

const debounceMs = 250

/** A form that works without scripts. With scripts it also searches while the visitor types. */
export function BlogSearch({ text }: { text: string }) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Synchronises with the browser's timer, which would outlive the page.
  useEffect(() => () => clearTimeout(timer.current), [])

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const { form } = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void submit(form, { replace: true }), debounceMs)
  }

  return (
    <Form
      action={paths.blog}
      role="search"
      preventScrollReset
      onSubmit={() => clearTimeout(timer.current)}
      className="flex max-w-xl items-end gap-2"
    >
      <div className="grow">
        <Field label="Search articles">
          {(control) => (
            <Input
              {...control}
              type="search"
              name="q"
              defaultValue={text}
              maxLength={200}
              autoComplete="off"
              onChange={onChange}
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="secondary">
        <Search aria-hidden /> Search
      </Button>
    </Form>
  )
}
