import { setObserveOnly } from '@doorman/contract/filter-settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { ObservingEndedDialog } from './observing-ended-dialog.tsx'

/** Lets the user see what would be moved before anything is. */
export function ObserveOnlySwitch({ account }: { account: Account }) {
  const { id, isObserveOnly } = account
  /** The account as it was when observing ended. Its numbers change while the dialog is open. */
  const [ended, setEnded] = useState<Account | null>(null)
  const observe = useMutation({
    mutationFn: (enabled: boolean) => call(setObserveOnly, { id, enabled }),
    onSuccess: (_reply, enabled) => {
      toast.done(text.settingsSaved)
      if (!enabled && account.wouldMove > 0) setEnded(account)
    },
    onError: (error, enabled) =>
      toast.failed(
        text.observeOnlyFailed,
        toUserMessage(error),
        toRetry(error, () => observe.mutate(enabled)),
      ),
    onSettled: refetchEverything,
  })
  return (
    <>
      <Switch
        label="Observe only"
        checked={observe.isPending ? observe.variables : isObserveOnly}
        onChange={(enabled) => {
          if (!observe.isPending) observe.mutate(enabled)
        }}
      />
      {ended && <ObservingEndedDialog account={ended} onClose={() => setEnded(null)} />}
    </>
  )
}
