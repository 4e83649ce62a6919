import { accountCalls, loadAuthGuide } from '@doorman/contract/mailboxes'
import type { MailboxId } from '@doorman/domain/ids'
import type { Provider } from '@doorman/domain/mailbox'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, toUserMessage } from '../../lib/api.ts'
import { leaveFor } from '../../lib/leave.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { providerInfo } from './provider-info.ts'

type Wish = {
  readonly provider: Provider
  /** One that is there already, and is connected again. */
  readonly accountId?: MailboxId
  /** The button that was chosen. */
  readonly opener: HTMLElement
}

export type Guide = Wish & { readonly videoUrl: string }

export type Connection = ReturnType<typeof useConnection>

const mutationKey = ['connect']

/** The way to a provider's consent page: by way of the guide, where there is one. One at a time. */
export function useConnection() {
  const [guide, setGuide] = useState<Guide | null>(null)
  const [isObserveOnly, setObserveOnly] = useState(false)

  const connect = useMutation({
    mutationKey,
    mutationFn: async ({ provider, accountId }: Wish) => {
      // An account that is there already has a switch of its own for this.
      const wish = accountId ? { accountId } : isObserveOnly ? { isObserveOnly } : {}
      const { authUrl } = await call(accountCalls[provider].connect, wish)
      await leaveFor(authUrl)
    },
    onError: (error, { provider }) => {
      setGuide(null)
      reportFailure(error, provider)
    },
  })
  const prepare = useMutation({
    mutationKey,
    mutationFn: ({ provider }: Wish) => findVideo(provider),
    onSuccess: (videoUrl, wish) => {
      if (videoUrl === null) connect.mutate(wish)
      else setGuide({ ...wish, videoUrl })
    },
  })

  return {
    guide,
    /** Whether nothing is to be moved in the account that is connected next. */
    isObserveOnly,
    setObserveOnly,
    /** What is under way. */
    pending: [prepare, connect].find(({ isPending }) => isPending)?.variables ?? null,
    begin(wish: Wish) {
      // Asked of the client itself, since a second click may come before the button rests.
      if (queryClient.isMutating({ mutationKey }) === 0) prepare.mutate(wish)
    },
    goOn() {
      if (guide && queryClient.isMutating({ mutationKey }) === 0) connect.mutate(guide)
    },
    closeGuide() {
      if (!connect.isPending) setGuide(null)
    },
  }
}

async function findVideo(provider: Provider): Promise<string | null> {
  try {
    const { guide } = providerInfo[provider]
    const { enabled, videoUrl } = await call(loadAuthGuide, { provider: guide })
    return enabled ? videoUrl : null
  } catch {
    // The guide is a kindness: without it people can connect all the same.
    return null
  }
}

function reportFailure(error: unknown, provider: Provider) {
  if (error instanceof ApiError && error.isUpgradeRequired)
    toast.failed(text.emailLimitReached.title, text.emailLimitReached.description, {
      ...text.upgrade,
      path: paths.billing,
    })
  else toast.failed(text.connectFailed[provider], toUserMessage(error))
}
