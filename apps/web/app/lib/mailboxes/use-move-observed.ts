import { moveObservedEmails } from '@doorman/contract/filtered-emails'
import type { MailboxId } from '@doorman/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../api/call.ts'
import { refetchEverything } from '../api/query-client.ts'
import { toRetry } from '../api/retry-action.ts'
import { formatEmails } from '../format.ts'
import { text } from '../text.ts'
import { toast } from '../toast.ts'

/** Moves what an account has found while it was observe-only, except what the user has kept. */
export function useMoveObserved(id: MailboxId) {
  const move = useMutation({
    mutationFn: () => call(moveObservedEmails, { id }),
    onSuccess: ({ moved }) =>
      toast.done(text.actionCompleted, `${formatEmails(moved)} moved out of your inbox.`),
    onError: (error) =>
      toast.failed(
        text.actionFailed,
        toUserMessage(error),
        toRetry(error, () => move.mutate()),
      ),
    onSettled: refetchEverything,
  })
  return move
}
