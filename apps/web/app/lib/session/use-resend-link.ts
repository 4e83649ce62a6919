import { loadCurrentUser, resendVerification } from '@doorman/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../api/call.ts'
import { refetch } from '../api/query-client.ts'
import { text } from '../text.ts'
import { toast } from '../toast.ts'

/** Sends the link for confirming the user's email address again. */
export function useResendLink() {
  return useMutation({
    mutationFn: () => call(resendVerification, {}),
    onSuccess: () => toast.done(text.linkSent.title, text.linkSent.description),
    onError: (error) =>
      toast.failed(text.somethingWrong.title, toUserMessage(error) ?? text.linkNotSent),
    // The address may have been confirmed in another tab meanwhile.
    onSettled: () => refetch(loadCurrentUser),
  })
}
