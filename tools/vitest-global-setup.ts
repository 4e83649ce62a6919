import { startTestServer } from '@doorman/db/testing/test-postgres'
import { migrate } from '@doorman/db/migrate'
import { createJobQueue } from '@doorman/runtime/jobs/job-queue'
import { createLogger } from '@doorman/runtime/logger'
import type { TestProject } from 'vitest/node'
import '@doorman/db/testing/test-db'

/** One PostgreSQL for the whole run, with a migrated template that each test file copies, job queues included. */
export default async function startDatabase(project: TestProject) {
  const server = await startTestServer()
  await migrate(server.url)
  const queue = await createJobQueue(server.url, createLogger('warn'))
  await queue.stop()
  const adminUrl = new URL(server.url)
  adminUrl.pathname = 'postgres'
  project.provide('adminUrl', adminUrl.href)
  return () => server.stop()
}
