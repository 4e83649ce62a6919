import { setActiveAccount } from '@doorman/contract/mailboxes'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/basics/button.tsx'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'

/** For plans with one active account. */
export function SetActiveButton({ account, titleId }: { account: Account; titleId: string }) {
  const setActive = useMutation({
    mutationFn: () =>
      call(setActiveAccount, { accountId: account.id, accountType: account.provider }),
    onSuccess: async () => {
      toast.done(text.activeAccountUpdated)
      await refetchEverything()
      // The pressed button disappears, so the focus moves to its account.
      document.getElementById(titleId)?.focus()
    },
    onError: (error) =>
      toast.failed(
        text.setActiveFailed,
        toUserMessage(error),
        toRetry(error, () => setActive.mutate()),
      ),
  })
  return (
    <Button
      isPending={setActive.isPending}
      aria-describedby={titleId}
      onClick={() => setActive.mutate()}
    >
      Set as Active
    </Button>
  )
}
