import type { Admin } from '../ports/actor.ts'
import type { Context } from '../ports/context.ts'
import { readEntries } from './read-entries.ts'
import { recordAct } from './record-act.ts'

/**
 * The whole log as lines of JSON. The export is recorded before it starts, so it contains itself. Its
 * last line says how many entries there are: without it, the export was cut off.
 */
export async function exportAuditLog(
  ctx: Pick<Context, 'db' | 'now'>,
  admin: Admin,
): Promise<AsyncGenerator<string>> {
  await ctx.db.transaction((tx) => recordAct(ctx, tx, admin, { act: 'export-audit-log' }))
  return writeLines(ctx)
}

async function* writeLines(ctx: Pick<Context, 'db'>): AsyncGenerator<string> {
  let entries = 0
  let head = ''
  for await (const entry of readEntries(ctx)) {
    entries += 1
    head = entry.hash
    yield `${JSON.stringify(entry)}\n`
  }
  yield `${JSON.stringify({ entries, head })}\n`
}
