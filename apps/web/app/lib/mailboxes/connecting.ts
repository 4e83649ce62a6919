import { loadAuthGuide } from '@doorman/contract/mailboxes'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { ApiError, call, toUserMessage } from '../api/call.ts'
import { paths } from '../paths.ts'
import { text } from '../text.ts'
import { toast, type ToastAction } from '../toast.ts'

/** The provider's name in the API of the auth guide. */
const guideNames = { gmail: 'google', microsoft: 'microsoft' } as const

/** The video that the operator wants to be shown before connecting; `null` if there is none. */
export async function findGuideVideo(provider: MailProvider): Promise<string | null> {
  try {
    const { enabled, videoUrl } = await call(loadAuthGuide, { provider: guideNames[provider] })
    return enabled && videoUrl !== '' ? videoUrl : null
  } catch {
    // The guide is optional, so connecting continues without it.
    return null
  }
}

export function reportConnectFailure(
  error: unknown,
  provider: MailProvider,
  retry: ToastAction | undefined,
): void {
  if (error instanceof ApiError && error.isUpgradeRequired)
    toast.failed(text.emailLimitReached.title, text.emailLimitReached.description, {
      ...text.upgrade,
      path: paths.billing,
    })
  else toast.failed(text.connectFailed[provider], toUserMessage(error), retry)
}
