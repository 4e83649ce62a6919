import type { Endpoint } from '@doorman/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/basics/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'

/** One URL, saved on its own. A refusal is explained next to the field, and the typed text stays. */
export function UrlSetting({
  label,
  hint,
  placeholder,
  stored,
  save,
  load,
  failed,
  children,
}: {
  label: string
  hint: string
  placeholder?: string
  stored: string
  save: (url: string) => Promise<unknown>
  /** The call whose answer contains the stored URL. */
  load: Endpoint
  failed: string
  /** More controls beside Save, which may use the typed text. */
  children?: (typed: string) => ReactNode
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const typed = draft ?? stored
  const change = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      toast.done(text.settingsSaved)
      await refetch(load)
      setDraft(null)
    },
    onError: () => toast.failed(failed),
  })

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!change.isPending) change.mutate(typed.trim())
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <Field
        label={label}
        hint={hint}
        error={change.error ? toUserMessage(change.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={typed}
            // What is typed while a save runs would be overwritten by its answer.
            readOnly={change.isPending}
            onChange={({ target }) => {
              setDraft(target.value)
              change.reset()
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="secondary"
          isPending={change.isPending}
          disabled={typed.trim() === stored}
          aria-label={`Save ${label}`}
        >
          Save
        </Button>
        {children?.(typed)}
      </div>
    </form>
  )
}
