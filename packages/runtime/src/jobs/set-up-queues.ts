import { jobs, retiredJobNames, type Job } from '@doorman/services/ports/jobs'
import type { PgBoss } from 'pg-boss'
import { hasOptions, listQueueNames, toQueueOptions } from './queues.ts'

/** Creates the queues that are missing, in one statement, and changes only what differs. */
export async function setUpQueues(boss: PgBoss): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const wanted = jobs.flatMap((job) =>
    listQueueNames(job.name).map((name) => ({
      name,
      policy: toPolicy(job),
      options: toQueueOptions(job),
    })),
  )
  const missing = wanted.filter(({ name }) => !existing.has(name))
  if (missing.length > 0)
    // Lock order: by name. Two processes that start together could otherwise deadlock.
    await boss.getDb().executeSql(
      `select pgboss.create_queue(name, options || jsonb_build_object('policy', policy, 'notify', true))
       from jsonb_to_recordset($1::jsonb) as queue (name text, policy text, options jsonb)
       order by name`,
      [JSON.stringify(missing)],
    )
  for (const { name, options } of wanted) {
    const queue = existing.get(name)
    if (queue && !hasOptions(queue, options)) await boss.updateQueue(name, options)
  }
  // Deleting a queue also deletes its schedules.
  for (const name of retiredJobNames) if (existing.has(name)) await boss.deleteQueue(name)
}

function toPolicy({ deduplicate }: Job) {
  if (!deduplicate) return 'standard'
  return deduplicate.until === 'started' ? 'short' : 'exclusive'
}
