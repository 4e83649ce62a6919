import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

const debounceMs = 250

/** A form that works without scripts. With scripts it also searches while the visitor types. */
export function BlogSearch({ text }: { text: string }) {
  const submit = useSubmit()
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // On a slow connection the visitor types before React listens to the box.
    const { current } = box
    if (current && current.value !== current.defaultValue) current.form?.requestSubmit()
    // Otherwise the timer could submit the search after the visitor has left the page.
    return () => clearTimeout(timer.current)
  }, [])

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void submit(box.current?.form ?? null, { replace: true, preventScrollReset: true })
    }, debounceMs)
  }

  return (
    <Form
      action={paths.blog}
      method="get"
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
              ref={box}
              type="search"
              name="q"
              defaultValue={text}
              maxLength={200}
              autoComplete="off"
              onChange={searchSoon}
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
