import { broken, ok, type Finding } from '../finding.ts'
import type { Settings } from '../settings.ts'

/**
 * Whether Doorman would start, and whether as a demo or a service. Other checks report each part's
 * problem.
 */
export async function checkSettings(settings: Settings): Promise<Finding[]> {
  const { logLevel } = settings
  const finding = checkConfig(settings)
  return 'problem' in logLevel ? [finding, broken('Log level', logLevel.problem)] : [finding]
}

function checkConfig({ config, isDemo, ...others }: Settings): Finding {
  const subject = 'Settings'
  if ('problem' in config) {
    const isReportedBelow = Object.values(others).some(
      (part) => typeof part === 'object' && 'problem' in part,
    )
    return broken(subject, isReportedBelow ? 'Doorman would not start: see below' : config.problem)
  }
  if (!isDemo) return ok(subject, 'complete for a service')
  return ok(
    subject,
    'no real services are set: this is the demo',
    'To run a service, set PUBLIC_URL, DOORMAN_SECRET, TOKEN_KEYS, SMTP_URL, MAIL_FROM, and Google or Microsoft, as docs/operations.md describes.',
  )
}
