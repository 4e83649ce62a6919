import { loadContentChoices } from '@doorman/contract/content'
import { useState, type ReactNode } from 'react'
import { ApiError, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { contentText } from './content-text.ts'

export type NameField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly value?: string | null | undefined
}

/** Why saving failed, and the name of the field at fault, if the server named one. */
type Problem = { readonly message: string; readonly field: string | undefined }
const noProblem: Problem = { message: '', field: undefined }

/**
 * A small form in a dialog. A failure keeps the values. Its reason is shown at the field that the
 * server refused, or else below them, since a dialog hides toasts.
 */
export function NameDialog<Name extends string>({
  title,
  description,
  trigger,
  fields,
  saved,
  onSave,
  children,
}: {
  title: string
  description: string
  trigger: ReactNode
  fields: readonly NameField<Name>[]
  saved: string
  onSave: (values: Record<Name, string>) => Promise<unknown>
  /** Shown above the form. */
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<Problem>(noProblem)
  const { isPending, onSubmit } = useSubmit(async (form) => {
    try {
      await onSave(readFields(form, ...fields.map(({ name }) => name)))
      await refetch(loadContentChoices)
      changeOpen(false)
      toast.done(saved)
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined
      const message = toUserMessage(error) ?? contentText.nameFailed
      setProblem({ message, field: fields.some(({ name }) => name === field) ? field : undefined })
      focusFirstInvalid(form)
    }
  })

  function changeOpen(nextIsOpen: boolean) {
    setOpen(nextIsOpen)
    setProblem(noProblem)
  }

  return (
    <Dialog
      title={title}
      description={description}
      isOpen={isOpen}
      onOpenChange={changeOpen}
      trigger={trigger}
    >
      {children}
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {fields.map(({ name, label, hint, value }) => (
          <Field
            key={name}
            label={label}
            {...(hint && { hint })}
            error={problem.field === name ? problem.message : undefined}
          >
            {(control) => <Input {...control} name={name} defaultValue={value ?? ''} />}
          </Field>
        ))}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem.field === undefined && problem.message}
        </p>
        <div className="flex justify-end">
          <Button type="submit" isPending={isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
