import { broken, off, ok, type Finding } from '../finding.ts'
import type { Settings } from '../settings.ts'

/**
 * Whether Doorman would start, and whether as a demo or a service. Other checks report each part's
 * problem.
 */
export async function checkSettings(settings: Settings): Promise<Finding[]> {
  const { logLevel } = settings
  return [
    checkConfig(settings),
    ...('problem' in logLevel ? [broken('Log level', logLevel.problem)] : []),
    checkMetrics(settings),
  ]
}

function checkMetrics({ metrics }: Settings): Finding {
  const subject = 'Metrics'
  if ('problem' in metrics) return broken(subject, metrics.problem)
  if (!metrics.value) return off(subject, '/metrics answers 404: METRICS_TOKEN is not set')
  const { port } = metrics.value
  return ok(subject, `at /metrics${port === null ? '' : `, of workers at port ${port}`}`)
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
