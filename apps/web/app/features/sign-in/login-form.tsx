import { login } from '@doorman/contract/login'
import type { SecondFactor } from '@doorman/domain/accounts/second-factor'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api/call.ts'
import { paths } from '../../lib/paths.ts'
import { leave } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { TextLink } from '../../ui/basics/text-link.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { Input } from '../../ui/forms/input.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'

type Errors = { email?: string; password?: string }

export function LoginForm({
  destination,
  onSecondStep,
}: {
  destination: string
  /** Called after the right password of a user with a second factor. */
  onSecondStep: (factors: readonly SecondFactor[]) => void
}) {
  const [errors, setErrors] = useState<Errors>({})

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { email, password } = readFields(form, 'email', 'password')
    const found = {
      ...(email.trim() === '' && { email: text.emailMissing }),
      ...(password === '' && { password: text.passwordMissing }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(form)

    try {
      const { secondFactor } = await call(login, { email, password })
      if (secondFactor) return onSecondStep(secondFactor)
    } catch (error) {
      setErrors(reportFailure(error))
      return focusFirstInvalid(form)
    }
    toast.done(text.login.done)
    await leave(destination)
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
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <p className="-mt-2 text-sm">
        <TextLink href={paths.forgotPassword}>Forgot password?</TextLink>
      </p>
      <SubmitButton isPending={isPending}>Log In</SubmitButton>
    </form>
  )
}

/**
 * Shows the error in a toast. Also returns it for the password field, because the toast disappears
 * after a few seconds.
 */
function reportFailure(error: unknown): Errors {
  const { failed } = text.login
  if (!(error instanceof ApiError)) {
    toast.failed(text.somethingWrong.title, text.somethingWrong.description)
    return {}
  }
  const message = error.userMessage ?? failed.description
  toast.failed(failed.title, message)
  return { password: message }
}
