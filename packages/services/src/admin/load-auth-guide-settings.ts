import { settings } from '@doorman/db/schema'
import type { Context } from '../ports/context.ts'

/** The videos that are shown before a mailbox is connected. */
export type AuthGuideSettings = {
  readonly googleVideoUrl: string
  readonly microsoftVideoUrl: string
  readonly googleGuideEnabled: boolean
  readonly microsoftGuideEnabled: boolean
}

export async function loadAuthGuideSettings({ db }: Context): Promise<AuthGuideSettings> {
  const [set] = await db
    .select({
      googleVideoUrl: settings.googleGuideVideoUrl,
      microsoftVideoUrl: settings.microsoftGuideVideoUrl,
      googleGuideEnabled: settings.googleGuideEnabled,
      microsoftGuideEnabled: settings.microsoftGuideEnabled,
    })
    .from(settings)
  if (!set) throw new Error('The row of settings is missing')
  return set
}
