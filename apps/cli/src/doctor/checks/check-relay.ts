import { EmailAddress } from '@doorman/domain/mail/email-address'
import { broken, off, ok, type Finding } from '../finding.ts'
import type { Probes } from '../probes/probes.ts'
import type { Settings } from '../settings.ts'

export async function checkRelay({ relay }: Settings, { askRelay }: Probes): Promise<Finding[]> {
  const subject = 'Mail relay'
  if ('problem' in relay) return [broken(subject, relay.problem)]
  if (relay.value === null)
    return [
      off(
        subject,
        'simulated: emails to users are shown at /dev/outbox',
        'To send real emails, set SMTP_URL and MAIL_FROM.',
      ),
    ]
  const { url, from } = relay.value
  const { host } = new URL(url)
  if (!hasAddress(from))
    return [
      broken(
        subject,
        'MAIL_FROM contains no email address',
        'Use the form: Doorman <post@example.com>',
      ),
    ]
  const answer = await askRelay(url)
  if (answer.kind === 'answered') return [ok(subject, `${host} accepts our login`)]
  return [broken(subject, `${host}: ${answer.reason}`, 'Check SMTP_URL and the relay.')]
}

/** Accepts `Name <address>` and a plain address. */
function hasAddress(from: string): boolean {
  const [, address = from] = /<([^<>]*)>\s*$/.exec(from) ?? []
  return EmailAddress.safeParse(address.trim()).success
}
