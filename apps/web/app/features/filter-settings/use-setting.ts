import { loadCurrentUser } from '@doorman/contract/auth'
import { loadBillingInfo } from '@doorman/contract/billing'
import type { setAutoReply } from '@doorman/contract/filter-settings'
import { loadSmartResponse } from '@doorman/contract/smart-response'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetch } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

/** All switches have the same input and reply. */
type Setting = typeof setAutoReply

/** One filter setting. `isOn` is the requested state while the request runs. */
export function useSetting(setting: Setting, stored: boolean, failed: string) {
  const change = useMutation({
    mutationFn: (enabled: boolean) => call(setting, { enabled }),
    onSuccess: () => toast.done(text.settingsSaved),
    onError: (error) => toast.failed(failed, toUserMessage(error)),
    // Also the plan: a refusal can mean that Pro has ended in the meantime.
    onSettled: () => refetch(loadCurrentUser, loadSmartResponse, loadBillingInfo),
  })
  return {
    isOn: change.isPending ? change.variables : stored,
    set(isOn: boolean) {
      if (!change.isPending) change.mutate(isOn)
    },
  }
}
