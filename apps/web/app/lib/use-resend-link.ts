import { loadCurrentUser, resendVerification } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from './api.ts'
import { refetch } from './query-client.ts'
import { text } from './text.ts'
import { toast } from './toast.ts'

/** Sends the link by which the user's address is confirmed once more. */
export function useResendLink() {
  return useMutation({
    mutationFn: () => call(resendVerification, {}),
    onSuccess: () => toast.done(text.linkSent.title, text.linkSent.description),
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? text.linkNotSent),
    // Confirmed meanwhile in another tab, perhaps.
    onSettled: () => refetch(loadCurrentUser),
  })
}
