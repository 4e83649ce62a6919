import type { Endpoint } from '@doorman/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { toUserMessage } from '../../../lib/api/call.ts'
import { refetch } from '../../../lib/api/query-client.ts'
import { text } from '../../../lib/text.ts'
import { toast } from '../../../lib/toast.ts'

/** One switch. It shows the requested state while the request runs, and the stored one afterwards. */
export function useSwitch({
  stored,
  save,
  load,
  failed,
}: {
  stored: boolean
  save: (isOn: boolean) => Promise<unknown>
  /** The call whose answer contains the stored state. */
  load: Endpoint
  failed: string
}) {
  const change = useMutation({
    mutationFn: save,
    onSuccess: () => toast.done(text.settingsSaved),
    onError: (error) => toast.failed(failed, toUserMessage(error)),
    onSettled: () => refetch(load),
  })
  return {
    checked: change.isPending ? change.variables : stored,
    onChange(isOn: boolean) {
      if (!change.isPending) change.mutate(isOn)
    },
  }
}
