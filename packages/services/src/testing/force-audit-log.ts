import type { Db } from '@doorman/db/client'
import { sql, type SQL } from 'drizzle-orm'

/** Does what the triggers of the audit log refuse, as the owner of the database could. */
export async function forceAuditLog(db: Db, statement: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger user`)
    await tx.execute(statement)
    await tx.execute(sql`alter table audit_log enable trigger user`)
  })
}
