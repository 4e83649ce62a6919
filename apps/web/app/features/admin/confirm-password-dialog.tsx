import { confirmPassword } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { text } from '../../lib/text.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ConfirmButtons } from '../../ui/overlays/confirm-buttons.tsx'

/** Asks for the admin's password, for an act that the server refused with `password-needed`. */
export function ConfirmPasswordDialog({
  open,
  onClose,
  onConfirmed,
}: {
  open: boolean
  onClose: () => void
  /** The server has accepted the password: repeat the act. */
  onConfirmed: () => void
}) {
  const { email } = useCurrentUser()
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(confirmPassword, { password }),
    onSuccess: () => {
      setPassword('')
      onConfirmed()
    },
  })
  const refusal = confirm.error
    ? (toUserMessage(confirm.error) ?? text.somethingWrong.description)
    : undefined

  function onOpenChange(isOpen: boolean) {
    if (isOpen || confirm.isPending) return
    setPassword('')
    confirm.reset()
    onClose()
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password !== '' && !confirm.isPending) confirm.mutate()
  }

  return (
    <AlertDialog
      title="Confirm your password"
      description="It’s been a while since you signed in. Enter your password to continue."
      isOpen={open}
      onOpenChange={onOpenChange}
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        <UsernameHint email={email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={refusal}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ConfirmButtons
          label="Confirm"
          variant="primary"
          isPending={confirm.isPending}
          disabled={password === ''}
        />
      </form>
    </AlertDialog>
  )
}
