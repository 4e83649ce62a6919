import type { ComponentProps } from 'react'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { UsernameHint } from '../../ui/forms/username-hint.tsx'

type OwnPasswordFieldProps = Omit<
  ComponentProps<typeof PasswordField>,
  'label' | 'name' | 'autoComplete'
> & { label?: string }

/** Asks for the password that the signed-in user has now. */
export function OwnPasswordField({ label = 'Your password', ...field }: OwnPasswordFieldProps) {
  const { email } = useCurrentUser()
  return (
    <>
      <UsernameHint email={email} />
      <PasswordField label={label} name="password" autoComplete="current-password" {...field} />
    </>
  )
}
