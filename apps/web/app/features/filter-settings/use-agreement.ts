import { agreeToSmartResponse, withdrawSmartResponse } from '@doorman/contract/smart-response'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { smartResponse } from './queries.ts'

/** Nothing goes out in somebody's name before they have said yes, and they can take it back. */
export function useAgreement({ onChanged }: { onChanged: () => void }) {
  return useMutation({
    mutationFn: (isAgreed: boolean) =>
      call(isAgreed ? agreeToSmartResponse : withdrawSmartResponse, {}),
    onSuccess: (response) => {
      queryClient.setQueryData(smartResponse.queryKey, response)
      toast.done(text.settingsSaved)
      onChanged()
    },
    onError: (error) => toast.failed(text.agreementFailed, toUserMessage(error)),
  })
}
