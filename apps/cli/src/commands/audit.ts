import { openDb } from '@doorman/db/client'
import { loadConfig } from '@doorman/runtime/config/config'
import {
  checkAuditLog,
  type AuditCheck,
  type NotedEntry,
} from '@doorman/services/audit/check-audit-log'
import { openDatabase } from '../product/open-database.ts'
import { requirePreparedDatabase } from '../product/prepare-database.ts'
import { parseOptions } from './parse-options.ts'
import { UsageError } from './usage-error.ts'

/** Checks the hash chain of the audit log. The exit code is 1 if it is broken. */
export async function audit(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, positionals } = parseOptions(args, { head: { type: 'string' } })
  const [verb, ...rest] = positionals
  if (verb !== 'verify' || rest.length > 0) throw new UsageError('Use verify.')
  const noted = values.head === undefined ? undefined : parseHead(values.head)

  const config = loadConfig(env)
  const database = await openDatabase(config, { mayShare: true })
  try {
    await requirePreparedDatabase(database.url, config, { mustBeDurable: false })
    const { db, close } = openDb(database.url)
    const check = await checkAuditLog({ db }, noted && { noted }).finally(close)
    const problem = findProblem(check, noted)
    console.log(problem ?? toReport(check))
    if (problem !== null) process.exitCode = 1
  } finally {
    await database.stop()
  }
}

function parseHead(head: string): NotedEntry {
  const [, id, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(head.toLowerCase()) ?? []
  if (id === undefined || hash === undefined)
    throw new UsageError('--head takes the number of an entry and its hash: 12:9f86…')
  return { id: Number(id), hash }
}

function findProblem(
  { entries, brokenAt, isNotedEntryThere }: Awaited<ReturnType<typeof checkAuditLog>>,
  noted: NotedEntry | undefined,
): string | null {
  if (brokenAt !== null)
    return `The audit log is broken at entry ${brokenAt}: it was changed, moved or removed.`
  if (noted === undefined || isNotedEntryThere) return null
  return entries < noted.id
    ? `The end of the audit log was cut off: it has ${entries} entries, and entry ${noted.id} was noted.`
    : `The audit log was rewritten: entry ${noted.id} is not the one that was noted.`
}

function toReport({ entries, head }: AuditCheck): string {
  return `The audit log is whole. Entries: ${entries}\nNote the head elsewhere, for the next check: ${entries}:${head}`
}
