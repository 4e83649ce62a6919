import type { Context } from '../ports/context.ts'

/** Deletes the jobs that name a deleted user or a mailbox that is gone. */
export async function deleteOrphanedJobs({ db, jobs }: Context): Promise<void> {
  await jobs.deleteOrphans(db)
}
