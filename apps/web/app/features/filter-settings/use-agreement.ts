import { agreeToSmartResponse, withdrawSmartResponse } from '@doorman/contract/smart-response'
import { useMutation } from '@tanstack/react-query'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { smartResponse } from './queries.ts'

/** Gives or withdraws the user's agreement to replies in their name. */
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
