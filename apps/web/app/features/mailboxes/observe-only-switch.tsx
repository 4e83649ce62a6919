import { setObserveOnly } from '@doorman/contract/filter-settings'
import { productName } from '@doorman/domain/brand'
import { useMutation } from '@tanstack/react-query'
import type { Account } from '../../lib/accounts.ts'
import { call, toUserMessage } from '../../lib/api.ts'
import { refetchEverything } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Switch } from '../../ui/switch.tsx'

/** Lets somebody see what would be taken out before anything is. */
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
      description={`${productName} tells what it would take out of this inbox, and leaves it there.`}
      checked={observe.isPending ? observe.variables : isObserveOnly}
      onChange={(enabled) => {
        if (!observe.isPending) observe.mutate(enabled)
      }}
    />
  )
}
