import { sendContactMessage } from '@doorman/contract/contact'
import { findContactErrors } from '@doorman/domain/site/contact'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { toast } from '../../lib/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { contactText } from './contact-text.ts'

export function ContactForm() {
  const [errors, setErrors] = useState<ReturnType<typeof findContactErrors>>({})

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const fields = readFields(form, 'name', 'email', 'message', 'website')
    const faults = findContactErrors(fields)
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
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      className="relative grid gap-4 [&_textarea]:min-h-28"
    >
      <div className="grid gap-4 min-[22.5rem]:grid-cols-2">
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
        {(control) => <Textarea {...control} name="message" rows={4} required />}
      </Field>
      {/* Honeypot: hidden from people, filled in by bots. */}
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
