import { register } from '@doorman/contract/auth'
import { passwordMinLength } from '@doorman/domain/accounts/password-policy'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { leave } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { findEmailFault } from './email-fault.ts'
import { findPasswordFault } from './password-fault.ts'
import { trackSignUp } from './track-sign-up.ts'

type Errors = { email?: string; password?: string; confirmation?: string }

export function RegisterForm() {
  const [errors, setErrors] = useState<Errors>({})

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { email, password, confirmation } = readFields(form, 'email', 'password', 'confirmation')
    const found: Errors = {
      ...findEmailFault(email),
      ...(password === '' && { password: text.passwordMissing }),
    }
    const fault = password === '' ? null : findPasswordFault(password, confirmation)
    if (fault) {
      found[fault.field] = fault.description
      toast.failed(fault.title, fault.description)
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form)

    try {
      await call(register, { email, password })
    } catch (error) {
      setErrors(reportFailure(error))
      return focusFirstInvalid(form)
    }
    trackSignUp()
    toast.done(text.register.done.title, text.register.done.description)
    await leave(paths.dashboard)
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label="Email" error={errors.email}>
        {(control) => (
          <Input {...control} type="email" name="email" autoComplete="email" required />
        )}
      </Field>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        hint={text.passwordHint}
        error={errors.password}
      />
      <PasswordField
        label="Confirm password"
        name="confirmation"
        autoComplete="new-password"
        required
        error={errors.confirmation}
      />
      <SubmitButton isPending={isPending}>Create account</SubmitButton>
    </form>
  )
}

/** Shows a toast, and returns what to show at the fields: the toast is gone after seconds. */
function reportFailure(error: unknown): Errors {
  const { failed } = text.register
  if (!(error instanceof ApiError)) {
    toast.failed(text.somethingWrong.title, text.somethingWrong.description)
    return {}
  }
  const message = error.userMessage ?? failed.description
  toast.failed(failed.title, message)
  return error.field === 'password' ? { password: message } : { email: message }
}
