import { loadCurrentUser } from '@doorman/contract/auth'
import { loadBillingInfo } from '@doorman/contract/billing'
import type { setAutoReply } from '@doorman/contract/filter-settings'
import { loadSmartResponse } from '@doorman/contract/smart-response'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api.ts'
import { refetch } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

/** All switches are called alike. */
type Setting = typeof setAutoReply

/** One switch of the filter. Until the server has answered, `isOn` is what was asked for. */
export function useSetting(setting: Setting, stored: boolean, failed: string) {
  const change = useMutation({
    mutationFn: (enabled: boolean) => call(setting, { enabled }),
    onSuccess: () => toast.done(text.settingsSaved),
    onError: (error) => toast.failed(failed, toUserMessage(error)),
    // The plan too: a switch that was refused may have been one of Pro's.
    onSettled: () => refetch(loadCurrentUser, loadSmartResponse, loadBillingInfo),
  })
  return {
    isOn: change.isPending ? change.variables : stored,
    set(isOn: boolean) {
      if (!change.isPending) change.mutate(isOn)
    },
  }
}
