import { createMicrosoftConsent } from '@doorman/mail/microsoft/microsoft-consent'
import { askConsent } from './ask-consent.ts'
import { askUrl } from './ask-url.ts'
import { broken, off, type Finding } from './finding.ts'
import { judgeApi, judgeConsent } from './judge-provider.ts'
import type { Probes } from './probes.ts'
import { toGraphUrl, toRedirectUrl } from './provider-urls.ts'
import type { Settings } from './settings.ts'

export async function checkMicrosoft(settings: Settings, { wire }: Probes): Promise<Finding[]> {
  const { microsoft, isDemo } = settings
  if ('wrong' in microsoft) return [broken('Microsoft', microsoft.wrong)]
  const config = microsoft.value
  if (config === null)
    return [
      off(
        'Microsoft',
        isDemo ? 'simulated' : 'not set up: nobody can connect Outlook',
        'For real mailboxes set MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET.',
      ),
    ]
  const redirectUrl = toRedirectUrl(settings, 'microsoft')
  const consent = createMicrosoftConsent({ ...wire, ...config })
  const [client, api] = await Promise.all([
    askConsent(consent, redirectUrl),
    askUrl(wire, toGraphUrl(config)),
  ])
  return [
    judgeConsent('Microsoft sign-in', client, {
      where: new URL(config.loginUrl).host,
      help: `Compare MICROSOFT_CLIENT_ID and the redirect URL ${redirectUrl} with the app registration, and see whether the client secret has expired. What counts is its value, not its id.`,
    }),
    judgeApi('Microsoft Graph', api, config.graphUrl),
  ]
}
