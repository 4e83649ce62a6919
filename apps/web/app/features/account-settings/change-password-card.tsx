import { changePassword } from '@doorman/contract/auth'
import { passwordMinLength } from '@doorman/domain/accounts/password-policy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, call, toUserMessage } from '../../lib/api/call.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { text } from '../../lib/text.ts'
import { Button } from '../../ui/basics/button.tsx'
import { Card } from '../../ui/basics/card.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { toast } from '../../lib/toast.ts'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'
import { signInMethods } from './sign-in-methods.ts'

const empty = { current: '', next: '', confirmation: '' }

/** Nothing for a user who has no password yet. */
export function ChangePasswordCard() {
  const { data: methods } = useQuery(signInMethods)
  return methods?.hasPassword === false ? null : <PasswordForm />
}

function PasswordForm() {
  const formId = useId()
  const { email } = useCurrentUser()
  const [typed, setTyped] = useState(empty)
  const [errors, setErrors] = useState<Partial<typeof empty>>({})
  const update = useMutation({
    mutationFn: () =>
      call(changePassword, { currentPassword: typed.current, newPassword: typed.next }),
    onSuccess: () => {
      setTyped(empty)
      toast.done(text.passwordUpdated.title, text.passwordUpdated.description)
    },
    onError: (error) => {
      const message = toUserMessage(error)
      toast.failed(text.somethingWrong.title, message ?? text.passwordUpdateFailed)
      if (!(error instanceof ApiError) || !message) return
      if (error.field === 'currentPassword') setErrors({ current: message })
      if (error.field === 'newPassword') setErrors({ next: message })
    },
  })

  const isFilled = Object.values(typed).every((value) => value !== '')

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setErrors({})
    if (!isFilled || update.isPending) return
    if (typed.next !== typed.confirmation) {
      setErrors({ confirmation: text.newPasswordsDiffer })
      toast.failed(text.somethingWrong.title, text.newPasswordsDiffer)
    } else if (typed.next.length < passwordMinLength) {
      setErrors({ next: text.passwordTooShort.description })
      toast.failed(text.passwordTooShort.title, text.passwordTooShort.description)
    } else {
      update.mutate()
    }
  }

  function bind(name: keyof typeof empty) {
    return {
      name,
      value: typed[name],
      onChange: (event: { target: { value: string } }) =>
        setTyped({ ...typed, [name]: event.target.value }),
    }
  }

  return (
    <Card
      title="Password"
      description="Changing your password signs out your other devices."
      footer={
        <Button type="submit" form={formId} isPending={update.isPending} disabled={!isFilled}>
          Update Password
        </Button>
      }
    >
      <form id={formId} method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        <UsernameHint email={email} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current}
          {...bind('current')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          placeholder={text.passwordHint}
          error={errors.next}
          {...bind('next')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmation}
          {...bind('confirmation')}
        />
      </form>
    </Card>
  )
}
