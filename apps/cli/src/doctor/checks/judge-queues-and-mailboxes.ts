import type { MailboxHealth, QueueHealth } from '@doorman/runtime/metrics/health'
import { needsAttention, ok, type Finding } from '../finding.ts'

/** Workers look for jobs every few seconds. */
const maxWaitSeconds = 5 * 60

/** Never broken: doctor also looks at a service that is stopped, whose jobs wait. */
export function judgeQueues(queues: readonly QueueHealth[]): Finding[] {
  const subject = 'Queues'
  const problems: Finding[] = []
  const slow = queues.filter(({ oldestDueSeconds }) => oldestDueSeconds > maxWaitSeconds)
  const [slowest] = slow.toSorted((one, other) => other.oldestDueSeconds - one.oldestDueSeconds)
  if (slowest) {
    const minutes = Math.floor(slowest.oldestDueSeconds / 60)
    problems.push(
      needsAttention(
        subject,
        `a job of ${slowest.queue} has waited for ${minutes} minutes; jobs that wait: ${sum(slow, 'due')}`,
        'Start a worker (doorman worker, or doorman start). If one runs, it is too slow or its provider is: start more, and look for provider-unavailable in the logs.',
      ),
    )
  }
  const stopped = sum(queues, 'stopped')
  if (stopped > 0)
    problems.push(
      needsAttention(
        subject,
        `jobs whose worker has stopped without ending them: ${stopped}`,
        'Another worker takes them over within a minute. If none does, start one, and look for crashed in the logs of the one that stopped.',
      ),
    )
  const failed = queues.filter((queue) => queue.failed > 0)
  if (failed.length > 0)
    problems.push(
      needsAttention(
        subject,
        `given up within a day: ${failed.map((queue) => `${queue.queue} ${queue.failed}`).join(', ')}`,
        'Look for job-failed and job-given-up in the logs, and retry or drop the jobs at /admin.',
      ),
    )
  if (problems.length > 0) return problems
  const waiting = sum(queues, 'due') + sum(queues, 'delayed')
  return [ok(subject, `no job is late; waiting: ${waiting}, running: ${sum(queues, 'running')}`)]
}

export function judgeMailboxes(health: MailboxHealth | null): Finding[] {
  const subject = 'Mailboxes'
  if (!health) return []
  const { byProblem, late } = health
  const lost = byProblem['needs-reconnect']
  const total = Object.values(byProblem).reduce((all, count) => all + count, 0)
  const problems = [
    late > 0 &&
      needsAttention(
        subject,
        `not checked in time: ${late} of ${total}`,
        'Start a worker, or more of them. If one runs, look for job-failed of sync-mailbox in the logs.',
      ),
    byProblem.refused > 0 &&
      needsAttention(
        subject,
        `refused by their provider: ${byProblem.refused} of ${total}`,
        'Check the app’s permissions and verification at Google and Microsoft. Doorman keeps trying.',
      ),
    byProblem['out-of-reach'] > 0 &&
      needsAttention(
        subject,
        `out of reach: ${byProblem['out-of-reach']} of ${total}`,
        'Their provider is down or limits our rate, or this machine can’t reach it. Doorman keeps trying.',
      ),
    lost * 2 > total &&
      needsAttention(
        subject,
        `to be reconnected by their users: ${lost} of ${total}`,
        'So many mean that the app lost its access: an expired client secret, or a Google app in Testing.',
      ),
  ].filter((finding) => finding !== false)
  if (problems.length > 0) return problems
  return [
    ok(subject, `${total} active, checked in time; to be reconnected by their users: ${lost}`),
  ]
}

function sum(queues: readonly QueueHealth[], field: Exclude<keyof QueueHealth, 'queue'>): number {
  return queues.reduce((all, queue) => all + queue[field], 0)
}
