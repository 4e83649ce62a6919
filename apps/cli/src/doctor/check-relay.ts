import { EmailAddress } from '@doorman/domain/email-address'
import { broken, off, ok, type Finding } from './finding.ts'
import type { Probes } from './probes.ts'
import type { Settings } from './settings.ts'

export async function checkRelay({ relay }: Settings, { askRelay }: Probes): Promise<Finding[]> {
  const subject = 'Mail relay'
  if ('wrong' in relay) return [broken(subject, relay.wrong)]
  if (relay.value === null)
    return [
      off(
        subject,
        'simulated: what is sent to users is at /dev/outbox',
        'For real mail set SMTP_URL and MAIL_FROM.',
      ),
    ]
  const { url, from } = relay.value
  const { host } = new URL(url)
  if (!hasAddress(from))
    return [
      broken(subject, 'MAIL_FROM names no address', 'Write it like: Doorman <post@example.com>'),
    ]
  const answer = await askRelay(url)
  if (answer.kind === 'answered') return [ok(subject, `${host} lets us in`)]
  return [broken(subject, `${host}: ${answer.why}`, 'Look at SMTP_URL and at the relay.')]
}

/** `Name <address>`, or the address alone. */
function hasAddress(from: string): boolean {
  const [, address = from] = /<([^<>]*)>\s*$/.exec(from) ?? []
  return EmailAddress.safeParse(address.trim()).success
}
