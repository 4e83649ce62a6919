import { requestSetPasswordLink } from '@doorman/contract/first-password'
import { useMutation, useMutationState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'

const mutationKey = ['set-password-link']

/**
 * Emails a link for setting a password to a user who has none. Afterwards every such button of the
 * page says where the link went.
 */
export function SetPasswordButton({ size, children }: { size?: 'small'; children?: ReactNode }) {
  const { email } = useCurrentUser()
  const sent = useMutationState({ filters: { mutationKey, status: 'success' } })
  const send = useMutation({
    mutationKey,
    mutationFn: () => call(requestSetPasswordLink, {}),
    // Keeps the mutation in the cache, so that the note stays until the page is left.
    gcTime: Infinity,
    onSuccess: () => toast.done('Check your inbox', `We’ve sent a link to ${email}.`),
    onError: (error) =>
      toast.failed(
        text.somethingWrong.title,
        toUserMessage(error) ?? text.somethingWrong.description,
      ),
  })
  const isSent = sent.length > 0
  const note = isSent ? `We’ve sent a link to ${email}. Check your inbox.` : children
  return (
    <>
      {note && <p className="min-w-0 flex-1 basis-60 text-sm break-words text-muted-fg">{note}</p>}
      <Button
        variant="secondary"
        size={size}
        isPending={send.isPending}
        onClick={() => send.mutate()}
      >
        {isSent ? 'Send again' : 'Set a password'}
      </Button>
    </>
  )
}
