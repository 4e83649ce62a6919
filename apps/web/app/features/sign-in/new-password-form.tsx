import { passwordMinLength } from '@doorman/domain/accounts/password-policy'
import { useState } from 'react'
import { toUserMessage } from '../../lib/api/call.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { focusFirstInvalid, readFields } from '../../ui/forms/form-fields.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { findPasswordFault } from './password-fault.ts'

type Errors = { password?: string; confirmation?: string }

/** Asks for a password twice. `isFirst`: the account has had none. */
export function NewPasswordForm({
  isFirst = false,
  onSave,
}: {
  isFirst?: boolean
  /** If it throws, the form shows why. */
  onSave: (newPassword: string) => Promise<void>
}) {
  const [errors, setErrors] = useState<Errors>({})

  const { isPending, onSubmit } = useSubmit(async (form) => {
    const { password, confirmation } = readFields(form, 'password', 'confirmation')
    const fault = findPasswordFault(password, confirmation)
    setErrors(fault ? { [fault.field]: fault.description } : {})
    if (fault) {
      toast.failed(fault.title, fault.description)
      return focusFirstInvalid(form)
    }

    try {
      await onSave(password)
    } catch (error) {
      const { title, description } = text.somethingWrong
      const message = toUserMessage(error)
      toast.failed(title, message ?? description)
      setErrors(message ? { password: message } : {})
      focusFirstInvalid(form)
    }
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <PasswordField
        label={isFirst ? 'Password' : 'New password'}
        name="password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        hint={text.passwordHint}
        error={errors.password}
      />
      <PasswordField
        label={isFirst ? 'Confirm password' : 'Confirm new password'}
        name="confirmation"
        autoComplete="new-password"
        required
        error={errors.confirmation}
      />
      <SubmitButton isPending={isPending}>
        {isFirst ? 'Set a password' : 'Set new password'}
      </SubmitButton>
    </form>
  )
}
