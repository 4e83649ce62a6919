import { requestPasswordReset } from '@doorman/contract/auth'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api.ts'
import { focusFirstInvalid, readFields } from '../../lib/form.ts'
import { text } from '../../lib/text.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toast } from '../../lib/toast.ts'
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
          If an account exists for that address, a link is on its way. It works once, for one hour.
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
