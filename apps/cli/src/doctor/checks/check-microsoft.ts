import { createMicrosoftConsent } from '@doorman/mail/microsoft/consent/microsoft-consent'
import { askConsent } from '../probes/ask-consent.ts'
import { askUrl } from '../probes/ask-url.ts'
import { broken, off, type Finding } from '../finding.ts'
import { judgeApi, judgeConsent } from './judge-provider.ts'
import type { Probes } from '../probes/probes.ts'
import { toGraphUserUrl, toRedirectUrl, toSignInRedirectUrl } from './provider-urls.ts'
import type { Settings } from '../settings.ts'

export async function checkMicrosoft(
  settings: Settings,
  { transport }: Probes,
): Promise<Finding[]> {
  const { microsoft, isDemo } = settings
  if ('problem' in microsoft) return [broken('Microsoft', microsoft.problem)]
  const config = microsoft.value
  if (config === null)
    return [
      off(
        'Microsoft',
        isDemo ? 'simulated' : 'not set up: Outlook cannot be connected',
        'For real mailboxes, set MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET.',
      ),
    ]
  const redirectUrl = toRedirectUrl(settings, 'microsoft')
  const consent = createMicrosoftConsent({ ...transport, ...config })
  const [client, api] = await Promise.all([
    askConsent(consent, redirectUrl),
    askUrl(transport, toGraphUserUrl(config)),
  ])
  return [
    judgeConsent('Microsoft sign-in', client, {
      host: new URL(config.loginUrl).host,
      redirectUrls: [redirectUrl, toSignInRedirectUrl(settings, 'microsoft')],
      advice: `Compare MICROSOFT_CLIENT_ID and the redirect URL ${redirectUrl} with the app registration, and check that the client secret is its value, not its id, and has not expired.`,
    }),
    judgeApi('Microsoft Graph', api, config.graphUrl),
  ]
}
