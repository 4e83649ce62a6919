import { expect, test } from 'vitest'
import { noMailboxes } from '../../testing/fake-probes.ts'
import { judgeMailboxes, judgeQueues } from './judge-queues-and-mailboxes.ts'

const idle = {
  queue: 'sync-mailbox/gmail',
  due: 0,
  delayed: 0,
  running: 0,
  stopped: 0,
  failed: 0,
  oldestDueSeconds: 0,
}

test.each([
  ['no jobs', [], 'ok', 'waiting: 0, running: 0'],
  [
    'busy',
    [{ ...idle, due: 9, delayed: 2, running: 3, oldestDueSeconds: 300 }],
    'ok',
    'waiting: 11, running: 3',
  ],
  [
    'jobs that no worker takes',
    [
      { ...idle, due: 2, oldestDueSeconds: 400 },
      { ...idle, queue: 'send-report', due: 5, oldestDueSeconds: 721 },
      { ...idle, queue: 'other', due: 50 },
    ],
    'look',
    'a job of send-report has waited for 12 minutes; jobs that wait: 7',
  ],
  [
    'a stopped worker',
    [{ ...idle, running: 4, stopped: 3 }],
    'look',
    'jobs whose worker has stopped without ending them: 3',
  ],
  [
    'jobs that failed',
    [{ ...idle, failed: 2 }, idle],
    'look',
    'given up within a day: sync-mailbox/gmail 2',
  ],
] as const)('the report of queues with %s', (_name, queues, status, words) => {
  const findings = judgeQueues(queues)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ subject: 'Queues', status })
  expect(findings[0]?.says).toContain(words)
  expect(findings[0]?.advice === null).toBe(status === 'ok')
})

test.each([
  ['none', {}, 0, 'ok', '0 active, checked in time'],
  [
    'a few to be reconnected',
    { none: 5, 'needs-reconnect': 5 },
    0,
    'ok',
    '10 active, checked in time; to be reconnected by their users: 5',
  ],
  [
    'most to be reconnected',
    { none: 4, 'needs-reconnect': 5 },
    0,
    'look',
    'to be reconnected by their users: 5 of 9',
  ],
  ['late ones', { none: 5 }, 2, 'look', 'not checked in time: 2 of 5'],
  ['refused ones', { none: 5, refused: 1 }, 0, 'look', 'refused by their provider: 1 of 6'],
  ['unreachable ones', { none: 5, 'out-of-reach': 3 }, 0, 'look', 'out of reach: 3 of 8'],
] as const)('the report of mailboxes: %s', (_name, counts, late, status, words) => {
  const byProblem = { ...noMailboxes.byProblem, ...counts }
  const findings = judgeMailboxes({ byProblem, late })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ subject: 'Mailboxes', status })
  expect(findings[0]?.says).toContain(words)
})

test('of a database that is not up to date, nothing is said about mailboxes', () => {
  expect(judgeMailboxes(null)).toEqual([])
})
