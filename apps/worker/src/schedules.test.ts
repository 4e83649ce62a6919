import { jobs } from '@doorman/services/ports/jobs'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { handlers } from './handlers.ts'
import { schedules } from './schedules.ts'

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

test('every job has a handler', () => {
  expect(handlers.map(({ name }) => name).toSorted()).toEqual(
    jobs.map(({ name }) => name).toSorted(),
  )
})

test('a job has at most one schedule, and accepts an empty payload', () => {
  const names = schedules.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names)
    expect(jobs.find((job) => job.name === name)?.payload.safeParse({}).success).toBe(true)
})

test('docs/operations.md shows the table of schedules', () => {
  const section = operations.split('\n## Schedules\n')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `([a-z-]+)` *\| (.+?) *\| (.+?) *\| (.+?) *\|$/gm)]
  expect(rows.map(([, name, cron, does, dueBy]) => ({ name, cron, does, dueBy }))).toEqual(
    schedules.map(({ cron, ...schedule }) => ({ ...schedule, cron: `\`${cron}\`` })),
  )
})
