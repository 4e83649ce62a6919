import { setObserveOnly } from '@doorman/contract/filter-settings'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Switch } from '../../ui/forms/switch.tsx'

/** Lets the user see what would be moved before anything is. */
export function ObserveOnlySwitch({ account: { id, isObserveOnly } }: { account: Account }) {
  const observe = useMutation({
    mutationFn: (enabled: boolean) => call(setObserveOnly, { id, enabled }),
    onSuccess: () => toast.done(text.settingsSaved),
    onError: (error) => toast.failed(text.observeOnlyFailed, toUserMessage(error)),
    onSettled: refetchEverything,
  })
  return (
    <Switch
      label="Observe only"
      description={`${productName} shows what it would move, and leaves it in your inbox.`}
      checked={observe.isPending ? observe.variables : isObserveOnly}
      onChange={(enabled) => {
        if (!observe.isPending) observe.mutate(enabled)
      }}
    />
  )
}
