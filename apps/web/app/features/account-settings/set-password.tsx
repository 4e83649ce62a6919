import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { signInMethods } from './sign-in-methods.ts'

/** Few users see it, so it is loaded on demand. */
const SetPasswordButton = lazy(async () => ({
  default: (await import('./set-password-button.tsx')).SetPasswordButton,
}))

/** For users without a password: says why they need one, and emails them a link to set it. */
export function SetPassword({ size, children }: { size?: 'small'; children?: ReactNode }) {
  return (
    <Suspense>
      <SetPasswordButton {...(size && { size })}>{children}</SetPasswordButton>
    </Suspense>
  )
}

/**
 * Shows a button to a form that asks for the password. Users without a password get a button to set
 * one instead.
 */
export function WithPassword({
  reason,
  children,
}: {
  /** Completes 'You don’t have a password yet. …' */
  reason: string
  children: ReactNode
}) {
  const { data: methods } = useQuery(signInMethods)
  if (methods?.hasPassword !== false) return children
  return <SetPassword>You don’t have a password yet. {reason}</SetPassword>
}
