import { createGmailConsent } from '@doorman/mail/gmail/gmail-consent'
import { toGoogleUrls } from '@doorman/mail/gmail/google-oauth'
import { askConsent } from './ask-consent.ts'
import { askUrl, type UrlAnswer } from './ask-url.ts'
import { unlikely, type Failure } from './failure.ts'
import { broken, off, ok, type Finding } from './finding.ts'
import { judgeApi, judgeConsent } from './judge-provider.ts'
import type { Probes } from './probes.ts'
import { toGmailUrl, toRedirectUrl } from './provider-urls.ts'
import type { Settings } from './settings.ts'

export async function checkGoogle(settings: Settings, { wire }: Probes): Promise<Finding[]> {
  const { google, isDemo } = settings
  if ('wrong' in google) return [broken('Google', google.wrong)]
  const config = google.value
  if (config === null)
    return [
      off(
        'Google',
        isDemo ? 'simulated' : 'not set up: nobody can connect Gmail',
        'For real mailboxes set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GMAIL_PUBSUB_TOPIC and GMAIL_PUBSUB_ACCOUNT.',
      ),
    ]
  const urls = toGoogleUrls(config.oauthUrl)
  const redirectUrl = toRedirectUrl(settings, 'gmail')
  const consent = createGmailConsent({ ...wire, ...config })
  const [client, keys, api] = await Promise.all([
    askConsent(consent, redirectUrl),
    askUrl(wire, urls.certs),
    askUrl(wire, toGmailUrl(config)),
  ])
  return [
    judgeConsent('Google sign-in', client, {
      where: new URL(urls.token).host,
      help: `Compare GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect URL ${redirectUrl} with the console: Google Auth Platform, Clients.`,
    }),
    judgeKeys(keys, urls.certs),
    judgeApi('Gmail', api, config.apiUrl),
    ok('Gmail push', `goes to ${config.pushTopic}, signed by ${config.pushAccount}`),
  ]
}

/** Certificates by name, with which Google signs who somebody is. */
function judgeKeys(answer: UrlAnswer | Failure, url: string): Finding {
  const subject = 'Google keys'
  const { host } = new URL(url)
  if (answer.kind === 'failed') return broken(subject, `${host}: ${answer.why}`)
  const keys = Object.values(Object(answer.json))
  const areKeys = keys.length > 0 && keys.every((key) => String(key).startsWith('-----BEGIN'))
  return areKeys ? ok(subject, `${host} answers`) : broken(subject, `${host}: ${unlikely}`)
}
