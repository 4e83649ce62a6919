import { sendContactMessage } from '@doorman/contract/contact'
import { findContactFaults } from '@doorman/domain/contact'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api.ts'
import { focusFirstInvalid, readFields } from '../../lib/form.ts'
import { toast } from '../../lib/toast.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { contactText } from './contact-text.ts'

export function ContactForm() {
  const [errors, setErrors] = useState<ReturnType<typeof findContactFaults>>({})

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const fields = readFields(form, 'name', 'email', 'message', 'website')
    const faults = findContactFaults(fields)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return focusFirstInvalid(form)

    const { done, failed } = contactText
    try {
      await call(sendContactMessage, fields)
    } catch (error) {
      return toast.failed(failed.title, toUserMessage(error) ?? failed.description)
    }
    form.reset()
    toast.done(done.title, done.description)
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="relative grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          {(control) => <Input {...control} name="name" autoComplete="name" required />}
        </Field>
        <Field label="Email" error={errors.email}>
          {(control) => (
            <Input {...control} type="email" name="email" autoComplete="email" required />
          )}
        </Field>
      </div>
      <Field label="Message" error={errors.message}>
        {(control) => <Textarea {...control} name="message" rows={6} required />}
      </Field>
      {/* For programs, which fill in whatever they find. */}
      <div aria-hidden className="absolute top-0 -start-[200vw] size-px overflow-hidden">
        <label>
          Website <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <SubmitButton isWide={false} isPending={isPending}>
          Send message
        </SubmitButton>
      </div>
    </form>
  )
}
