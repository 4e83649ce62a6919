import { setObserveOnly } from '@doorman/contract/filter-settings'
import { accountCalls } from '@doorman/contract/mailboxes'
import type { MailboxId } from '@doorman/domain/ids'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { call, toUserMessage } from '../../lib/api/call.ts'
import { refetchEverything } from '../../lib/api/query-client.ts'
import { toRetry } from '../../lib/api/retry-action.ts'
import { toFilteredEmailsPath } from '../../lib/lists/list-filters.ts'
import type { Account } from '../../lib/mailboxes/connected-accounts.ts'
import { findGuideVideo, reportConnectFailure } from '../../lib/mailboxes/connecting.ts'
import { paths } from '../../lib/paths.ts'
import { leaveSite } from '../../lib/session/leave.ts'
import { text } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'

export async function togglePause({ id, provider, isPaused }: Account): Promise<void> {
  const { pause, unpause } = accountCalls[provider]
  try {
    await call(isPaused ? unpause : pause, { id })
    toast.done(isPaused ? text.processingResumed : text.processingPaused)
  } catch (error) {
    toast.failed(isPaused ? text.resumeFailed : text.pauseFailed, toUserMessage(error))
  }
  await refetchEverything()
}

export async function toggleObserveOnly({ id, isObserveOnly, wouldMove }: Account): Promise<void> {
  try {
    await call(setObserveOnly, { id, enabled: !isObserveOnly })
    // What was found so far stays in the inbox until the user decides.
    const review = {
      label: 'Review',
      altText: 'Review what was found so far in Filtered Emails',
      path: toFilteredEmailsPath({ accountId: id, state: 'would-move' }),
    }
    if (!isObserveOnly) toast.done(text.settingsSaved, 'From now on, nothing leaves your inbox.')
    else
      toast.done(
        text.settingsSaved,
        'From now on, cold emails leave your inbox.',
        wouldMove > 0 ? review : undefined,
      )
  } catch (error) {
    toast.failed(text.observeOnlyFailed, toUserMessage(error))
  }
  await refetchEverything()
}

/**
 * Leads to the provider's consent page; `accountId` reconnects an account. If the operator has set a
 * video to show before, leads to Connected Accounts, which shows it.
 */
export async function connect(
  provider: MailProvider,
  navigate: (path: string) => void,
  accountId?: MailboxId,
): Promise<void> {
  try {
    if ((await findGuideVideo(provider)) !== null) return navigate(paths.accounts)
    const { authUrl } = await call(accountCalls[provider].connect, accountId ? { accountId } : {})
    await leaveSite(authUrl)
  } catch (error) {
    reportConnectFailure(
      error,
      provider,
      toRetry(error, () => void connect(provider, navigate, accountId)),
    )
  }
}
