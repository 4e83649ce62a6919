import { settings } from '@doorman/db/schema'
import type { Provider } from '@doorman/domain/mailbox'
import type { Context } from '../context.ts'

export type AuthGuide = { readonly isEnabled: boolean; readonly videoUrl: string }

/** The video that an admin wants people to see before they connect. */
export async function loadAuthGuide(
  { db }: Context,
  { provider }: { provider: Provider },
): Promise<AuthGuide> {
  const [set] = await db.select().from(settings)
  const guides = {
    gmail: { isEnabled: set?.googleGuideEnabled, videoUrl: set?.googleGuideVideoUrl },
    microsoft: { isEnabled: set?.microsoftGuideEnabled, videoUrl: set?.microsoftGuideVideoUrl },
  }
  const { isEnabled = false, videoUrl = '' } = guides[provider]
  return { isEnabled, videoUrl }
}
