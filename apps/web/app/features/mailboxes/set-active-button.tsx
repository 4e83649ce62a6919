import { setActiveAccount } from '@doorman/contract/mailboxes'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import type { Account } from '../../lib/accounts.ts'
import { refetchEverything } from '../../lib/query-client.ts'

/** For a plan that looks after one account at a time. */
export function SetActiveButton({ account, titleId }: { account: Account; titleId: string }) {
  const setActive = useMutation({
    mutationFn: () =>
      call(setActiveAccount, { accountId: account.id, accountType: account.provider }),
    onSuccess: async () => {
      toast.done(text.activeAccountUpdated)
      await refetchEverything()
      // The button is gone, and the focus stays with its account.
      document.getElementById(titleId)?.focus()
    },
    onError: (error) => toast.failed(text.setActiveFailed, toUserMessage(error)),
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
