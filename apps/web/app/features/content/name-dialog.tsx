import { loadContentChoices } from '@doorman/contract/content'
import { useState, type ReactNode } from 'react'
import { toUserMessage } from '../../lib/api.ts'
import { readFields } from '../../lib/form.ts'
import { refetch } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { contentText } from './content-text.ts'

export type NameField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly value?: string | null | undefined
}

/** A small form over the page. What could not be saved stays in it, and the reason is said there: a dialog hides toasts. */
export function NameDialog<Name extends string>({
  title,
  description,
  trigger,
  fields,
  saved,
  onSave,
}: {
  title: string
  description: string
  trigger: ReactNode
  fields: readonly NameField<Name>[]
  saved: string
  onSave: (typed: Record<Name, string>) => Promise<unknown>
}) {
  const [isOpen, setOpen] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { isPending, onSubmit } = useSubmit(async (form) => {
    try {
      await onSave(readFields(form, ...fields.map(({ name }) => name)))
      await refetch(loadContentChoices)
      open(false)
      toast.done(saved)
    } catch (error) {
      setRefusal(toUserMessage(error) ?? contentText.nameFailed)
    }
  })

  function open(isToBeOpen: boolean) {
    setOpen(isToBeOpen)
    setRefusal('')
  }

  return (
    <Dialog
      title={title}
      description={description}
      isOpen={isOpen}
      onOpenChange={open}
      trigger={trigger}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {fields.map(({ name, label, hint, value }) => (
          <Field key={name} label={label} {...(hint && { hint })}>
            {(control) => <Input {...control} name={name} defaultValue={value ?? ''} />}
          </Field>
        ))}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {refusal}
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
