import type { FailedJob, MailboxHealth } from '@doorman/contract/admin-queue'

/** As 'Screen message · Gmail' for the queue `screen-message/gmail`. */
export function toJobTitle({ queue, state }: Pick<FailedJob, 'queue' | 'state'>): string {
  if (state === 'quarantined') return 'Email that couldn’t be checked'
  const parts = queue.split('/').map((part) => part.replaceAll('-', ' '))
  return parts.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join(' · ')
}

export const jobStates: Readonly<
  Record<FailedJob['state'], { label: string; tone: 'danger' | 'attention' }>
> = {
  failed: { label: 'Failed', tone: 'danger' },
  quarantined: { label: 'Quarantined', tone: 'attention' },
}

export const problems: Readonly<
  Record<MailboxHealth['problem'], { label: string; tone: 'danger' | 'attention'; advice: string }>
> = {
  'needs-reconnect': {
    label: 'Reconnect needed',
    tone: 'attention',
    advice: 'The provider has withdrawn our access. Only the user can reconnect.',
  },
  'out-of-reach': {
    label: 'Unreachable',
    tone: 'attention',
    advice: 'The provider is down or slows us down. We keep trying.',
  },
  refused: {
    label: 'Access refused',
    tone: 'danger',
    advice: 'The provider refuses our requests. Check our app in its console.',
  },
  late: {
    label: 'Late',
    tone: 'danger',
    advice: 'Not checked for much longer than planned. Is a worker running?',
  },
}
