import { settings } from '@doorman/db/schema'
import type { MailProvider } from '@doorman/domain/mail/mailbox'
import type { Context } from '../../ports/context.ts'

export type AuthGuide = { readonly isEnabled: boolean; readonly videoUrl: string }

/** The video that admins can show to people before they connect. */
export async function loadAuthGuide(
  { db }: Context,
  { provider }: { provider: MailProvider },
): Promise<AuthGuide> {
  const [set] = await db.select().from(settings)
  const guides = {
    gmail: { isEnabled: set?.googleGuideEnabled, videoUrl: set?.googleGuideVideoUrl },
    microsoft: { isEnabled: set?.microsoftGuideEnabled, videoUrl: set?.microsoftGuideVideoUrl },
  }
  const { isEnabled = false, videoUrl = '' } = guides[provider]
  return { isEnabled, videoUrl }
}
