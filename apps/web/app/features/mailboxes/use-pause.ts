import { accountCalls } from '@doorman/contract/mailboxes'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'

/** Pauses or resumes an account. `isPaused` is the requested state while the request runs. */
export function usePause({ id, provider, isPaused }: Account) {
  const pause = useMutation({
    mutationFn: (toPaused: boolean) =>
      call(toPaused ? accountCalls[provider].pause : accountCalls[provider].unpause, { id }),
    onSuccess: (_reply, toPaused) =>
      toast.done(toPaused ? text.processingPaused : text.processingResumed),
    onError: (error, toPaused) =>
      toast.failed(
        toPaused ? text.pauseFailed : text.resumeFailed,
        toUserMessage(error),
        toRetry(error, () => pause.mutate(toPaused)),
      ),
    onSettled: refetchEverything,
  })
  return {
    isPaused: pause.isPending ? pause.variables : isPaused,
    toggle() {
      if (!pause.isPending) pause.mutate(!isPaused)
    },
  }
}
