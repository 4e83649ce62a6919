import type { MailProvider } from '@doorman/domain/mail/mailbox'
import { MailError } from '@doorman/mail/mail-error'
import type { Notify } from '@doorman/notify/notify'
import { NotifyError } from '@doorman/notify/notify-error'
import type { JobOutcome } from '@doorman/services/ports/jobs'
import type { Meter } from '@doorman/services/ports/meter'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts for its operator, in Prometheus' terms. A label is one of few fixed
 * words: an id or an address would name a user, and each of its values is stored as a series of its
 * own. docs/operations.md describes every metric.
 */
export type Metrics = Meter & {
  readonly registry: Registry
  /** Adds the process itself: memory, processor time, event loop. */
  watchProcess(): void
  countRequest(request: {
    readonly method: string
    /** The pattern of the route, such as /api/accounts/:id. */
    readonly route: string
    readonly status: number
    readonly seconds: number
  }): void
  /** Runs one attempt of a job and counts it, with how it ended. */
  timeJob(job: string, run: () => Promise<JobOutcome>): Promise<JobOutcome>
  /** Makes the call and counts it, with how it ended. */
  timeProviderCall<Result>(provider: MailProvider, call: () => Promise<Result>): Promise<Result>
  /** Reports how many streams of live updates are open. */
  watchStreams(count: () => number): void
  /**
   * Counts a document that is sent without its data, which took too long. The browser loads it
   * then.
   */
  countLateData(): void
  /** The same relay, counting what it sends. */
  meterRelay(notify: Notify): Notify
}

/** Up to 30 seconds, the longest that a call to a provider or a request may take. */
const buckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'doorman_http_requests_total',
    help: 'HTTP requests answered by this process.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'doorman_http_request_duration_seconds',
    help: 'Time to answer an HTTP request.',
    labelNames: ['route'],
    buckets,
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'doorman_job_duration_seconds',
    help: 'Attempts of jobs run by this process, and their time.',
    labelNames: ['job', 'outcome'],
    buckets,
    registers,
  })
  const decisions = new Counter({
    name: 'doorman_messages_screened_total',
    help: 'Messages screened by this process. Outcome filter: taken out of the inbox.',
    labelNames: ['outcome'],
    registers,
  })
  const providerSeconds = new Histogram({
    name: 'doorman_provider_call_duration_seconds',
    help: 'Calls to mail providers, and their time.',
    labelNames: ['provider', 'outcome'],
    buckets,
    registers,
  })
  const relaySends = new Counter({
    name: 'doorman_relay_sends_total',
    help: 'Emails handed to the mail relay.',
    labelNames: ['outcome'],
    registers,
  })
  const lateData = new Counter({
    name: 'doorman_documents_late_data_total',
    help: 'Documents that were sent without data that took too long.',
    registers,
  })

  return {
    registry,
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      requestSeconds.observe({ route }, seconds)
    },
    async timeJob(job, run) {
      const end = jobSeconds.startTimer({ job })
      try {
        const outcome = await run()
        end({ outcome: typeof outcome === 'object' ? outcome.kind : (outcome ?? 'done') })
        return outcome
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
    },
    countDecision: (outcome) => decisions.inc({ outcome }),
    async timeProviderCall(provider, call) {
      const end = providerSeconds.startTimer({ provider })
      try {
        const result = await call()
        end({ outcome: 'ok' })
        return result
      } catch (error) {
        end({ outcome: error instanceof MailError ? error.failure : 'error' })
        throw error
      }
    },
    watchStreams(count) {
      void new Gauge({
        name: 'doorman_live_update_streams',
        help: 'Open streams of live updates.',
        collect() {
          this.set(count())
        },
        registers,
      })
    },
    countLateData: () => lateData.inc(),
    meterRelay: (notify) => ({
      async send(...email) {
        try {
          await notify.send(...email)
          relaySends.inc({ outcome: 'sent' })
        } catch (error) {
          relaySends.inc({ outcome: error instanceof NotifyError ? error.failure.kind : 'error' })
          throw error
        }
      },
    }),
  }
}
