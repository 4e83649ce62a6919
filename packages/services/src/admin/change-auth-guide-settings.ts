import { AppError } from '@doorman/domain/app-error'
import { toPlayerUrl } from '@doorman/domain/site/youtube'
import { recordAct } from '../audit/record-act.ts'
import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { loadAuthGuideSettings, type AuthGuideSettings } from './load-auth-guide-settings.ts'
import { storeSettings } from '@doorman/db/queries/store-settings'

type Change = { readonly [Name in keyof AuthGuideSettings]?: AuthGuideSettings[Name] | undefined }

/** Changes the given settings and returns all of them. */
export async function changeAuthGuideSettings(
  ctx: Context,
  admin: Admin,
  { googleVideoUrl, microsoftVideoUrl, googleGuideEnabled, microsoftGuideEnabled }: Change,
): Promise<AuthGuideSettings> {
  const change = {
    googleGuideVideoUrl: toVideoUrl(googleVideoUrl),
    microsoftGuideVideoUrl: toVideoUrl(microsoftVideoUrl),
    googleGuideEnabled,
    microsoftGuideEnabled,
  }
  await ctx.db.transaction(async (tx) => {
    const details = await storeSettings(tx, change)
    if (details) await recordAct(ctx, tx, admin, { act: 'change-auth-guide', details })
  })
  return loadAuthGuideSettings(ctx)
}

/** The page shows nothing but YouTube's player, so another link could never work. */
function toVideoUrl(text: string | undefined): string | undefined {
  const url = text?.trim()
  if (url && toPlayerUrl(url) === null)
    throw new AppError('invalid', 'Enter the link of a YouTube video.')
  return url
}
