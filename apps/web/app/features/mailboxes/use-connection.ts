import { accountCalls } from '@doorman/contract/mailboxes'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { leaveSite } from '../../lib/session/leave.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'
import { findGuideVideo, reportConnectFailure } from '../../lib/mailboxes/connecting.ts'

type ConnectRequest = {
  readonly provider: MailProvider
  /** Set to reconnect an existing account. */
  readonly accountId?: MailboxId
  /** The pressed button. */
  readonly opener: HTMLElement
}

export type Guide = ConnectRequest & { readonly videoUrl: string }

export type Connection = ReturnType<typeof useConnection>

const mutationKey = ['connect']

/** Leads to the provider's consent page, through the guide if there is one. One connection at a time. */
export function useConnection() {
  const [guide, setGuide] = useState<Guide | null>(null)
  const [isObserveOnly, setObserveOnly] = useState(false)
  const isViewing = useIsViewing()

  const connect = useMutation({
    mutationKey,
    mutationFn: async ({ provider, accountId }: ConnectRequest) => {
      // An existing account has its own observe-only switch.
      const input = accountId ? { accountId } : isObserveOnly ? { isObserveOnly } : {}
      const { authUrl } = await call(accountCalls[provider].connect, input)
      await leaveSite(authUrl)
    },
    onError: (error, request) => {
      const { provider } = request
      setGuide(null)
      reportConnectFailure(
        error,
        provider,
        toRetry(error, () => connect.mutate(request)),
      )
    },
  })
  const prepare = useMutation({
    mutationKey,
    mutationFn: ({ provider }: ConnectRequest) => findGuideVideo(provider),
    onSuccess: (videoUrl, request) => {
      if (videoUrl === null) connect.mutate(request)
      else setGuide({ ...request, videoUrl })
    },
  })

  return {
    guide,
    /** Not while an admin views the app as the user: the server would refuse it. */
    isAllowed: !isViewing,
    /** Whether the next account starts in observe-only mode. */
    isObserveOnly,
    setObserveOnly,
    /** The request that is running. */
    pending: [prepare, connect].find(({ isPending }) => isPending)?.variables ?? null,
    start(request: ConnectRequest) {
      // Reads the mutation cache, because a second click can come before React has disabled the button.
      if (queryClient.isMutating({ mutationKey }) === 0) prepare.mutate(request)
    },
    proceed() {
      if (guide && queryClient.isMutating({ mutationKey }) === 0) connect.mutate(guide)
    },
    closeGuide() {
      if (!connect.isPending) setGuide(null)
    },
  }
}
