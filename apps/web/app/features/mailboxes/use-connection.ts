import { accountCalls, loadAuthGuide } from '@doorman/contract/mailboxes'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, toUserMessage } from '../../lib/api/call.ts'
import { leaveSite } from '../../lib/session/leave.ts'
import { useIsViewing } from '../../lib/session/use-is-viewing.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { providerInfo } from './provider-info.ts'

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
    onError: (error, { provider }) => {
      setGuide(null)
      reportFailure(error, provider)
    },
  })
  const prepare = useMutation({
    mutationKey,
    mutationFn: ({ provider }: ConnectRequest) => findVideo(provider),
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

async function findVideo(provider: MailProvider): Promise<string | null> {
  try {
    const { guide } = providerInfo[provider]
    const { enabled, videoUrl } = await call(loadAuthGuide, { provider: guide })
    return enabled ? videoUrl : null
  } catch {
    // The guide is optional, so connecting continues without it.
    return null
  }
}

function reportFailure(error: unknown, provider: MailProvider) {
  if (error instanceof ApiError && error.isUpgradeRequired)
    toast.failed(text.emailLimitReached.title, text.emailLimitReached.description, {
      ...text.upgrade,
      path: paths.billing,
    })
  else toast.failed(text.connectFailed[provider], toUserMessage(error))
}
