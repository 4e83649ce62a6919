import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEar } from './announcements.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const queue = 'sync-mailbox/gmail'

/** Workers that hear the same announcements. Those in `full` have no free slot. */
function openWorkers(...ids: string[]) {
  const looks: string[] = []
  const told: string[] = []
  const full = new Set<string>()
  const ears = new Map(
    ids.map((id) => [
      id,
      createEar(id, {
        wake(name) {
          const isServed = name.startsWith('newer') ? id === 'newer' : true
          if (isServed && !full.has(id)) looks.push(`${id} ${name}`)
          return isServed
        },
        isWaiting: () => full.has(id),
        tellAll(name) {
          told.push(name)
          announce(name)
        },
        timers: { setTimeout, now: () => Date.now() },
      }),
    ]),
  )
  function announce(announcement: string) {
    for (const ear of ears.values()) ear.hear(announcement)
  }
  const areHere = () => {
    for (const id of ears.keys()) announce(`@${id}`)
  }
  return { announce, areHere, looks, told, full, ears }
}

const toSuffix = (delayMs: number, choice: number) => ` ${delayMs} ${choice}`
const choices = Array.from({ length: 60 }, (_, choice) => choice)
const announceAll = (announce: (announcement: string) => void) => {
  for (const choice of choices) announce(`${queue}${toSuffix(0, choice)}`)
}

test('of several workers, one looks for a new job, and all get their share', () => {
  const { announce, areHere, looks } = openWorkers('a', 'b', 'c')
  areHere()
  announceAll(announce)
  expect(looks).toHaveLength(choices.length)
  for (const id of ['a', 'b', 'c'])
    expect(looks.filter((look) => look === `${id} ${queue}`)).toHaveLength(20)
})

test('a worker that knows of no other looks for every job', () => {
  const { announce, areHere, looks } = openWorkers('a')
  announceAll(announce)
  areHere()
  announceAll(announce)
  expect(looks).toHaveLength(2 * choices.length)
})

test('all workers look for a job that pg-boss announces', () => {
  const { announce, areHere, looks } = openWorkers('a', 'b')
  areHere()
  announce('check-due-mailboxes')
  expect(looks).toEqual(['a check-due-mailboxes', 'b check-due-mailboxes'])
})

test('a worker without a free slot announces two jobs of a queue to all workers only once', () => {
  const { announce, areHere, looks, full } = openWorkers('a', 'b', 'c')
  areHere()
  full.add('a')
  announce(`${queue}${toSuffix(0, 0)}`)
  announce(`${queue}${toSuffix(0, 3)}`)
  expect(looks).toEqual([])
  vi.advanceTimersByTime(100)
  expect(looks).toEqual([`b ${queue}`, `c ${queue}`])
})

test('however many workers are busy, they tell each other of a queue once a second', () => {
  const { announce, areHere, full, told } = openWorkers('a', 'b', 'c', 'd')
  areHere()
  for (const id of ['a', 'b', 'c', 'd']) full.add(id)
  for (let ms = 0; ms < 3_000; ms += 20) {
    announceAll(announce)
    vi.advanceTimersByTime(20)
  }
  expect(told.filter((name) => name === queue)).toHaveLength(3)
})

test('a job that comes just after all were told of its queue is passed on after a second', () => {
  const { announce, areHere, looks, full } = openWorkers('a', 'b')
  areHere()
  full.add('a')
  announce(queue)
  looks.length = 0
  announce(`${queue}${toSuffix(0, 0)}`)
  vi.advanceTimersByTime(900)
  expect(looks).toEqual([])
  vi.advanceTimersByTime(300)
  expect(looks).toEqual([`b ${queue}`])
})

test('however many workers there are, a busy one passes a job on within one and a half seconds', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `worker${10 + index}`)
  const { announce, areHere, looks, full } = openWorkers(...ids)
  areHere()
  full.add('worker39')
  announce(queue)
  looks.length = 0
  announce(`${queue}${toSuffix(0, 29)}`)
  vi.advanceTimersByTime(1_500)
  expect(looks).toHaveLength(29)
})

test('a worker whose slot becomes free before it passes a job on keeps the job', () => {
  const { announce, areHere, looks, full } = openWorkers('a', 'b')
  areHere()
  full.add('a')
  announce(`${queue}${toSuffix(0, 0)}`)
  full.delete('a')
  vi.advanceTimersByTime(100)
  expect(looks).toEqual([])
})

test('a worker that does not know a queue of a newer version passes its jobs on', () => {
  const { announce, areHere, looks } = openWorkers('earlier', 'newer')
  areHere()
  announce(`newer-job${toSuffix(0, 0)}`)
  announce(`newer-job${toSuffix(0, 1)}`)
  expect(looks).toEqual(['newer newer-job', 'newer newer-job'])
})

test('a new worker learns of the workers that are already running', () => {
  const { announce, looks } = openWorkers('a', 'b', 'c')
  announce('@b')
  announceAll(announce)
  expect(looks).toHaveLength(choices.length)
})

test('all workers look for several delayed jobs when these are due', () => {
  const { announce, areHere, looks } = openWorkers('a', 'b')
  areHere()
  announce(`${queue} 1200`)
  vi.advanceTimersByTime(1_199)
  expect(looks).toEqual([])
  vi.advanceTimersByTime(1)
  expect(looks).toEqual([`a ${queue}`, `b ${queue}`])
})

test('one worker looks for a delayed job when it is due', () => {
  const { announce, areHere, looks } = openWorkers('a', 'b')
  areHere()
  announce(`${queue}${toSuffix(1_200, 1)}`)
  vi.advanceTimersByTime(1_199)
  expect(looks).toEqual([])
  vi.advanceTimersByTime(1)
  expect(looks).toEqual([`b ${queue}`])
})

test.each([
  ['left', (announce: (announcement: string) => void) => announce('@b left')],
  ['was killed', () => void vi.advanceTimersByTime(13_000)],
])('the other workers look for the jobs of a worker that %s', (_end, end) => {
  const { announce, areHere, looks, ears } = openWorkers('a', 'b')
  areHere()
  ears.delete('b')
  end(announce)
  announce('@a')
  announceAll(announce)
  expect(looks).toHaveLength(choices.length)
})

test('the worker that ran a job looks for what it stored, even if another worker would be chosen', () => {
  const { areHere, looks, ears } = openWorkers('a', 'b')
  areHere()
  for (const choice of [0, 1]) ears.get('a')?.hearOwn({ queueName: queue, delayMs: 0, choice })
  expect(looks).toEqual([`a ${queue}`, `a ${queue}`])
})

test('a worker looks for a delayed job that its own job has stored when it is due', () => {
  const { areHere, looks, ears } = openWorkers('a', 'b')
  areHere()
  ears.get('b')?.hearOwn({ queueName: queue, delayMs: 1_200, choice: 0 })
  vi.advanceTimersByTime(1_199)
  expect(looks).toEqual([])
  vi.advanceTimersByTime(1)
  expect(looks).toEqual([`b ${queue}`])
})

test('a worker without a free slot passes on what its own jobs have stored', () => {
  const { areHere, looks, full, ears } = openWorkers('a', 'b')
  areHere()
  full.add('a')
  ears.get('a')?.hearOwn({ queueName: queue, delayMs: 0, choice: 0 })
  vi.advanceTimersByTime(100)
  expect(looks).toEqual([`b ${queue}`])
})

test('a worker that stops tells the others at once what its last jobs have stored', () => {
  const { areHere, told, ears } = openWorkers('a', 'b')
  areHere()
  ears.get('a')?.stop()
  told.length = 0
  ears.get('a')?.hearOwn({ queueName: queue, delayMs: 1_200, choice: 7 })
  expect(told).toEqual([`${queue} 1200 7`])
})

test('a worker that has stopped looks for nothing', () => {
  const { announce, looks, ears } = openWorkers('a')
  announce(`${queue}${toSuffix(1_200, 0)}`)
  ears.get('a')?.stop()
  vi.advanceTimersByTime(2_000)
  expect(looks).toEqual([])
})
