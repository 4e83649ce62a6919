import { requestPasswordReset } from '@doorman/contract/auth'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { findEmailFault } from './email-fault.ts'

export function ForgotPasswordForm() {
  const [error, setError] = useState<string>()
  const [isSent, setSent] = useState(false)

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { email } = readFields(form, 'email')
    const fault = findEmailFault(email)
    setError(fault?.email)
    if (fault) return focusFirstInvalid(form)

    try {
      await call(requestPasswordReset, { email })
      setSent(true)
    } catch (failure) {
      const { title, description } = text.somethingWrong
      toast.failed(title, toUserMessage(failure) ?? description)
    }
  })

  if (isSent) {
    return (
      <div role="status">
        <Banner tone="good">
          If there’s an account for that address, a link is on its way. It works once and expires in
          an hour.
        </Banner>
      </div>
    )
  }
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label="Email" error={error}>
        {(control) => (
          <Input {...control} type="email" name="email" autoComplete="email" required />
        )}
      </Field>
      <SubmitButton isPending={isPending}>Send the link</SubmitButton>
    </form>
  )
}
