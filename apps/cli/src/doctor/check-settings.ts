import { broken, ok, type Finding } from './finding.ts'
import type { Settings } from './settings.ts'

/** Whether Doorman would start, and as what. What is wrong with a part is told where that part is examined. */
export async function checkSettings(settings: Settings): Promise<Finding[]> {
  const { logLevel } = settings
  const whole = checkWhole(settings)
  return 'wrong' in logLevel ? [whole, broken('Log level', logLevel.wrong)] : [whole]
}

function checkWhole({ whole, isDemo, ...others }: Settings): Finding {
  const subject = 'Settings'
  if ('wrong' in whole) {
    const isToldBelow = Object.values(others).some(
      (part) => typeof part === 'object' && 'wrong' in part,
    )
    return broken(
      subject,
      isToldBelow ? 'Doorman would not start with them: see below' : whole.wrong,
    )
  }
  if (!isDemo) return ok(subject, 'complete, for a service')
  return ok(
    subject,
    'nothing real is set: this is the demo',
    'For a service set PUBLIC_URL, DOORMAN_SECRET, TOKEN_KEYS, SMTP_URL, MAIL_FROM, and Google or Microsoft. docs/operations.md says how.',
  )
}
