import { createGmailConsent } from '@doorman/mail/gmail/consent/gmail-consent'
import { toGoogleUrls } from '@doorman/mail/gmail/consent/google-oauth'
import type { GoogleConfig } from '@doorman/runtime/config/mail-config'
import { askConsent } from '../probes/ask-consent.ts'
import { askUrl, type UrlAnswer } from '../probes/ask-url.ts'
import { unexpectedAnswer, type ProbeFailure } from '../probe-failure.ts'
import { broken, off, ok, type Finding } from '../finding.ts'
import { judgeApi, judgeConsent } from './judge-provider.ts'
import type { Probes } from '../probes/probes.ts'
import { toGmailProfileUrl, toRedirectUrl, toSignInRedirectUrl } from './provider-urls.ts'
import type { Settings } from '../settings.ts'

export async function checkGoogle(settings: Settings, { transport }: Probes): Promise<Finding[]> {
  const { google, isDemo } = settings
  if ('problem' in google) return [broken('Google', google.problem)]
  const config = google.value
  if (config === null)
    return [
      off(
        'Google',
        isDemo ? 'simulated' : 'not set up: Gmail cannot be connected',
        'For real mailboxes, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
      ),
    ]
  const urls = toGoogleUrls(config.oauthUrl)
  const redirectUrl = toRedirectUrl(settings, 'gmail')
  const consent = createGmailConsent({ ...transport, ...config })
  const [client, keys, api] = await Promise.all([
    askConsent(consent, redirectUrl),
    askUrl(transport, urls.certs),
    askUrl(transport, toGmailProfileUrl(config)),
  ])
  return [
    judgeConsent('Google sign-in', client, {
      host: new URL(urls.token).host,
      redirectUrls: [redirectUrl, toSignInRedirectUrl(settings, 'google')],
      advice: `Compare GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect URL ${redirectUrl} with the Google Cloud console: Google Auth Platform, Clients.`,
    }),
    judgeKeys(keys, urls.certs),
    judgeApi('Gmail', api, config.apiUrl),
    judgePush(config),
  ]
}

function judgePush({ pushTopic, pushAccount }: GoogleConfig): Finding {
  return pushTopic === null
    ? off(
        'Gmail push',
        'not set up: new emails of Pro users are found within five minutes instead of seconds',
        'Set GMAIL_PUBSUB_TOPIC and GMAIL_PUBSUB_ACCOUNT once the first trial works.',
      )
    : ok('Gmail push', `topic ${pushTopic}, signed by ${pushAccount}`)
}

/** Google's certificates for verifying ID tokens: a JSON object from key id to PEM. */
function judgeKeys(answer: UrlAnswer | ProbeFailure, url: string): Finding {
  const subject = 'Google keys'
  const { host } = new URL(url)
  if (answer.kind === 'failed') return broken(subject, `${host}: ${answer.reason}`)
  const keys = Object.values(Object(answer.json))
  const areKeys = keys.length > 0 && keys.every((key) => String(key).startsWith('-----BEGIN'))
  return areKeys ? ok(subject, `${host} answers`) : broken(subject, `${host}: ${unexpectedAnswer}`)
}
