import { requestPasswordReset } from '@doorman/contract/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import { signInMethods } from './sign-in-methods.ts'

/** Emails a link for choosing a password to a user who has none. */
export function SetPasswordButton({ size }: { size?: 'small' }) {
  const { email } = useCurrentUser()
  const send = useMutation({
    mutationFn: () => call(requestPasswordReset, { email }),
    onSuccess: () =>
      toast.done('Check your inbox', 'Open the link we sent you to choose a password.'),
    onError: (error) =>
      toast.failed(
        text.somethingWrong.title,
        toUserMessage(error) ?? text.somethingWrong.description,
      ),
  })
  return (
    <Button
      variant="secondary"
      size={size}
      isPending={send.isPending}
      onClick={() => send.mutate()}
    >
      Set a password
    </Button>
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
  return (
    <>
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted-fg">
        You don’t have a password yet. {reason}
      </p>
      <SetPasswordButton />
    </>
  )
}
